import { count } from '@lacre/letter/words.ts'
import type pg from 'pg'
import { writeBackup } from '../database/backup.ts'
import { keyFileOf, keysAtHand, letterKeys } from '../database/cipher.ts'
import { reachDatabase } from '../database/open.ts'
import {
  restoreBackup,
  type RestoreRefusal,
  verifyBackup,
  endRestoration,
  openRestoration,
} from '../database/restore.ts'
import { BackupDamaged, BackupKeyMissing } from '../database/sealed-file.ts'
import { systemRandom } from '../outside/clock.ts'
import type { Settings } from '../settings.ts'
import { whereOf } from '../open-world.ts'
import { type CommandContext, type CommandResult, done, openContext, trouble } from './commands.ts'
import { days, earlier } from '@lacre/letter/days.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { raiseIssue } from '../database/issues.ts'
import type { Db, Tx } from '../database/tables.ts'
import { type PaymentsDeps, isProviderTrouble } from '../payments/seen-intent.ts'
import { holdMail } from '../mail/outbox.ts'
import { reconcile } from '../payments/reconcile.ts'
import type { World } from '../world.ts'
import { takeStep } from '../letters/steps.ts'

/** `backup`: one sealed file of the current snapshot. */
export async function backup(
  { pool, settings }: { pool: pg.Pool; settings: Settings },
  folder: string,
): Promise<CommandResult> {
  const keys = letterKeys(settings, systemRandom)
  const { path, bytes, rows } = await writeBackup({ pool, keys, random: systemRandom }, folder)
  const key = settings.letterKeys ? 'la primera de LETTER_KEYS' : keyFileOf(settings.dataDir)
  const says =
    `${path}\n  ${rowsOf(rows)}, ${Math.ceil(bytes / 1024)} KiB.\n` +
    `Solo se abre con la llave de hoy (${key}): guárdela en otro sitio que la copia.`
  return done(says)
}

const rowsOf = (rows: Record<string, number>) =>
  `${count(rows['letter'] ?? 0, 'carta', 'cartas')}, ${count(rows['account'] ?? 0, 'cuenta', 'cuentas')}`

const refusals = {
  'not-empty': 'La base de datos no está vacía: restaure en un DATA_DIR o un DATABASE_URL nuevos.',
  'other-version':
    'La copia es de otra versión de Lacre: restáurela con esa versión, y ponga después la nueva.',
  'other-mode': 'Una copia del modo de pruebas no vale para una instalación real, ni al revés.',
} satisfies Record<RestoreRefusal, string>

/** `restore --verify`: a rehearsal in another database; the real one stays unchanged. */
const verify = (settings: Settings, path: string): Promise<CommandResult> =>
  atDatabase(settings, async (at) => {
    const keys = keysAtHand(settings)
    if (!keys) return trouble(noKey)
    const verified = await verifyBackup({ path, at, keys, mode: settings.money }, systemRandom)
    if ('refused' in verified) return trouble(refusals[verified.refused])
    const { letters, broken, rows, takenAt } = verified
    const lines = [
      `La copia del ${takenAt.toISOString()} está entera: ${rowsOf(rows)}; ${count(letters, 'carta se abre', 'cartas se abren')}.`,
      ...broken.map((id) => `ATENCIÓN: la carta ${id} no se abre o no es la que se pagó.`),
    ]
    return { says: lines.join('\n'), trouble: broken.length > 0 }
  })

/** The first half of `restore`: the tables. `settle` must run before a server starts. */
const load = (settings: Settings, path: string): Promise<CommandResult> =>
  atDatabase(settings, async (at) => {
    const restored = await restoreBackup({ path, at, keys: keysAtHand(settings), mode: settings.money })
    if ('refused' in restored) return trouble(refusals[restored.refused])
    const says = `Restaurada la copia del ${restored.takenAt.toISOString()}: ${rowsOf(restored.rows)}.`
    return done(says)
  })

const noKey = 'No hay ninguna llave: ponga la que se guardó en LETTER_KEYS o en DATA_DIR/letter-key.'

async function atDatabase(
  settings: Settings,
  work: (at: Parameters<typeof restoreBackup>[0]['at']) => Promise<CommandResult>,
): Promise<CommandResult> {
  const reached = await reachDatabase({ ...whereOf(settings), create: true })
  try {
    return await work(reached.at)
  } catch (error) {
    const says = troubleWith(error)
    if (!says) throw error
    return trouble(says)
  } finally {
    await reached.leave()
  }
}

function troubleWith(error: unknown): string | undefined {
  if (error instanceof BackupDamaged)
    return 'El archivo está dañado, incompleto, o no es una copia de Lacre. No se ha restaurado nada.'
  if (error instanceof BackupKeyMissing)
    return `La copia se hizo con la llave ${error.keyName}, que no está aquí. Ponga la que se guardó con ella en LETTER_KEYS o DATA_DIR/letter-key. No se ha restaurado nada.`
  const { code } = error as { code?: string }
  if (code === 'ENOENT') return 'No existe ese archivo.'
  if (code === 'EISDIR') return 'Eso es una carpeta: diga qué archivo de ella es la copia.'
  if (code === '42501')
    return 'Este usuario de PostgreSQL no puede crear bases de datos: compruebe la copia en otro servidor.'
  return undefined
}

type Flags = { verify?: boolean; settle?: boolean; unprinted?: boolean }

/** `restore <file>`, `restore <file> --verify`, `restore --settle`. */
export async function restore(
  settings: Settings,
  [path]: string[],
  { verify: isRehearsal, settle: isSecondHalf, unprinted }: Flags,
): Promise<CommandResult> {
  if (!path && !isSecondHalf) return trouble('Falta el archivo de la copia.')
  if (path && isRehearsal) return verify(settings, path)
  const loaded = path ? await load(settings, path) : undefined
  if (loaded?.trouble) return loaded
  const context = await openContext(settings, { unsettled: true })
  try {
    const settled = await settle(context, {
      nothingPrinted: unprinted ?? false,
      // The sandbox's books are in the backup, so it has lost later payments too.
      isProviderLost: settings.mode === 'sandbox',
    })
    return { ...settled, says: [loaded?.says, settled.says].filter(Boolean).join('\n') }
  } finally {
    await context.database.close()
  }
}

async function settle({ world }: CommandContext, how: Parameters<typeof settleRestoration>[1]) {
  const settled = await settleRestoration(world, how)
  if (settled === 'nothing-to-settle') return done('No hay nada que poner al día.')
  if (settled === 'unreachable') return trouble(notSettled)

  const { payments, held, unpaid, mails, batches } = settled
  const lines = [
    `Pagos puestos al día con el proveedor: ${payments}.`,
    held &&
      `${count(held, 'carta pagada espera a una persona: quizá se imprimió', 'cartas pagadas esperan a una persona: quizá se imprimieron')} después de la copia.`,
    unpaid &&
      `${count(unpaid, 'carta sin pagar espera', 'cartas sin pagar esperan')} a una persona: el proveedor de pruebas no recuerda lo que se pagó después de la copia.`,
    mails &&
      `${count(mails, 'correo no se enviará por sí solo: quizá salió', 'correos no se enviarán por sí solos: quizá salieron')} después de la copia.`,
    batches.length > 0 &&
      `Tandas sin enviar en la copia: ${batches.join(', ')}. Mire antes de imprimirlas si ya se enviaron.`,
  ]
  return done(lines.filter(Boolean).join('\n'))
}

const notSettled =
  'El proveedor de pago no responde: no se sabe qué se pagó después de la copia. ' +
  'El servidor no arrancará hasta que se complete: npm run lacre -- restore --settle'

/** A waiting letter without a chosen day is at most some days old, so this covers its payment. */
const lookBack = days(30)

/**
 * After a restore our books are older than the world. Payments are looked up; letters that may have been printed and
 * mails that may have been sent since are held back (design/trust.md#unknown-is-a-state). `nothingPrinted`: the
 * operator confirms that nothing was printed since the backup. `isProviderLost`: the provider's books are the backup's,
 * too. Idempotent after a kill. `held`, `unpaid`: paid and unpaid letters now waiting for an operator. `batches`:
 * closed ones not posted when the backup was made.
 */
export async function settleRestoration(
  deps: PaymentsDeps,
  { nothingPrinted, isProviderLost }: { nothingPrinted: boolean; isProviderLost: boolean },
) {
  const { db, clock } = deps
  const open = await openRestoration(db)
  if (!open) return 'nothing-to-settle'

  const since = await oldestPaid(db, earlier(open.taken_at, lookBack))
  const reconciled = await reconcile(deps, since).catch((error: unknown) => {
    if (!isProviderTrouble(error)) throw error
  })
  if (!reconciled || reconciled.unreachable) return 'unreachable'
  const hold = (state: 'paid' | 'frozen') => holdLetters(deps, state, open.taken_at)
  const held = nothingPrinted ? 0 : await hold('paid')
  const unpaid = nothingPrinted || !isProviderLost ? 0 : await hold('frozen')
  return db.transaction().execute(async (tx) => {
    const mails = await holdMail(tx, clock.now())
    const batches = await openBatches(tx)
    await endRestoration(tx, clock.now())
    return { takenAt: open.taken_at, payments: reconciled.changed, held, unpaid, mails, batches }
  })
}

/** Since when the oldest paid letter waits, or `otherwise`, whichever is earlier. */
async function oldestPaid(db: Db, otherwise: Date): Promise<Date> {
  const { since } = await db
    .selectFrom('letter')
    .select((eb) => eb.fn.min('state_since').as('since'))
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow()
  return since && since < otherwise ? since : otherwise
}

/** Their print jobs stay, so that `resume` continues as before. */
async function holdLetters(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  state: 'paid' | 'frozen',
  takenAt: Date,
): Promise<number> {
  const letters = await db
    .selectFrom('letter')
    .leftJoin('payment_money as payment', (on) =>
      on.onRef('payment.letter_id', '=', 'letter.id').on('payment.state', '=', 'paid'),
    )
    .select(['letter.id', 'payment.intent_id'])
    .where('letter.state', '=', state)
    .orderBy('letter.id')
    .execute()
  for (const { id, intent_id } of letters)
    await db.transaction().execute(async (tx) => {
      await takeStep(tx, { letterId: id, step: 'doubt', cause: 'restore', now: clock.now() })
      await raiseIssue(tx, {
        kind: 'restored',
        letterId: id,
        reference: `${id} ${takenAt.toISOString()}`,
        note:
          `Los datos vuelven de una copia del ${takenAt.toISOString()}. ` +
          (state === 'paid'
            ? `La carta consta como pagada (${intent_id}): si no se imprimió después, reanúdela.`
            : 'La carta consta sin pagar, y el proveedor de pruebas no recuerda lo que se pagó después: anúlela.'),
      })
    })
  return letters.length
}

async function openBatches(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('print_job')
    .select((eb) => eb.ref('batch_id').$notNull().as('id'))
    .distinct()
    .where('is_void', '=', false)
    .where('posted_at', 'is', null)
    .where('batch_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => batchName(id))
}
