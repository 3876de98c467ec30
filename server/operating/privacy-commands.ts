import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { accountInCharge, canonicalEmail } from '../accounts/accounts-table.ts'
import type { CommandResult } from './commands.ts'
import { eraseAccount, type EraseRefusal } from '../privacy/erase.ts'
import { zipOf, exportAccount, type ExportDeps } from '../privacy/export.ts'

const unknown: CommandResult = { says: 'No hay ninguna cuenta con ese correo.', trouble: true }

const refusals = {
  'payment-unknown':
    'El proveedor de pago no responde: no se sabe si una carta está pagada. No se ha borrado nada.',
  unpaid: 'Acaba de preparar una carta. Vuelva a intentarlo. No se ha borrado nada.',
  paid: 'Tiene cartas pagadas sin imprimir: antes hay que cancelarlas o enviarlas. No se ha borrado nada.',
  'in-print': 'Tiene cartas en una tanda que aún no se ha enviado. No se ha borrado nada.',
  'in-doubt': 'Tiene una carta que alguien debe revisar. No se ha borrado nada.',
} satisfies Record<EraseRefusal, string>

/** `erase-user`: what a person may do alone, done for one who asks by another way. */
export async function eraseUser(
  deps: Parameters<typeof eraseAccount>[0],
  { email }: { email: string },
): Promise<CommandResult> {
  const address = canonicalEmail(email)
  const account = await accountInCharge(deps.db, address)
  if (!account) return unknown
  const outcome = await eraseAccount(deps, { accountId: account.id, email: address })
  return outcome === 'erased'
    ? { says: 'La cuenta y el contenido de sus cartas se han borrado.', trouble: false }
    : { says: refusals[outcome], trouble: true }
}

/** `export-user`: the same file the person would get, readable by its owner only. */
export async function exportUser(
  deps: ExportDeps,
  { email, folder }: { email: string; folder: string },
): Promise<CommandResult> {
  const account = await accountInCharge(deps.db, canonicalEmail(email))
  if (!account) return unknown
  const path = join(folder, `datos-${account.id.slice(0, 8)}.zip`)
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  await pipeline(Readable.from(zipOf(await exportAccount(deps, account.id))), file)
  return { says: path, trouble: false }
}
