import { count } from '@lacre/letter/words.ts'
import { takeStep } from '../letters/steps/take-step.ts'
import { holdMail } from '../mail/hold-mail.ts'
import { settleRestoration } from '../operating/settle-restoration.ts'
import { reconcile } from '../payments/reconciling/reconcile.ts'
import { isProviderTrouble } from '../payments/seen-intent.ts'
import type { Settings } from '../settings.ts'
import { load, verify } from './backup.ts'
import type { CommandResult } from '../ports.ts'
import { openContext, type CommandContext } from './context.ts'

type Flags = { verify?: boolean; settle?: boolean; unprinted?: boolean }

/** `restore <file>`, `restore <file> --verify`, `restore --settle`. */
export async function restore(
  settings: Settings,
  [path]: string[],
  { verify: isRehearsal, settle: isSecondHalf, unprinted }: Flags,
): Promise<CommandResult> {
  if (!path && !isSecondHalf) return { says: 'Falta el archivo de la copia.', trouble: true }
  if (path && isRehearsal) return verify(settings, path)
  const loaded = path ? await load(settings, path) : undefined
  if (loaded?.trouble) return loaded
  const context = await openContext(settings, { unsettled: true })
  try {
    const settled = await settle(context, {
      nothingPrinted: unprinted ?? false,
      // The sandbox's books are in the backup: it forgot what it was paid after it.
      isProviderLost: settings.mode === 'sandbox',
    })
    return { ...settled, says: [loaded?.says, settled.says].filter(Boolean).join('\n') }
  } finally {
    await context.database.close()
  }
}

async function settle(
  { database: { db }, world: { clock }, actions }: CommandContext,
  how: Parameters<typeof settleRestoration>[1],
) {
  async function reconcileSince(since: Date) {
    try {
      return await reconcile(actions.payments, since)
    } catch (error) {
      if (!isProviderTrouble(error)) throw error
      return { changed: 0, unreachable: 1 }
    }
  }
  const settled = await settleRestoration({ db, clock, takeStep, holdMail, reconcile: reconcileSince }, how)
  if (settled === 'nothing-to-settle') return { says: 'No hay nada que poner al día.', trouble: false }
  if (settled === 'unreachable') return { says: notSettled, trouble: true }

  const { payments, held, unpaid, mails, batches } = settled
  const lines = [
    `Pagos puestos al día con el proveedor: ${payments}.`,
    held &&
      `${count(held, 'carta pagada espera', 'cartas pagadas esperan')} a una persona: quizá se imprimieron después de la copia.`,
    unpaid &&
      `${count(unpaid, 'carta sin pagar espera', 'cartas sin pagar esperan')} a una persona: el proveedor de pruebas no recuerda lo que se pagó después de la copia.`,
    mails &&
      `${count(mails, 'correo no se enviará', 'correos no se enviarán')} por sí solos: quizá salieron después de la copia.`,
    batches.length > 0 &&
      `Tandas sin enviar en la copia: ${batches.join(', ')}. Mire antes de imprimirlas si ya se enviaron.`,
  ]
  return { says: lines.filter(Boolean).join('\n'), trouble: false }
}

const notSettled =
  'El proveedor de pago no responde: no se sabe qué se pagó después de la copia. ' +
  'El servidor no arrancará hasta que se complete: npm run lacre -- restore --settle'
