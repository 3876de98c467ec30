import { userInfo } from 'node:os'
import { email as emailSchema } from '@lacre/letter/accounts/calls.ts'
import { pseudonymOf } from '../database/cipher.ts'
import type { Tx } from '../database/tables.ts'
import type { World } from '../world.ts'
import { type CommandContext, type CommandResult, done, trouble } from './commands.ts'
import { rankOf } from '../print-room/require-operator.ts'
import { verifiedAccount, canonicalEmail, accountInCharge } from '../accounts/accounts-table.ts'
import { allOperators, endOperator, findOperator, putOperator, setRank } from '../print-room/operators.ts'
import { recordAuditEntry, verifyAudit } from '../print-room/audit-log.ts'
import { removeFactors } from '../print-room/factors.ts'
import { endSessions } from '../accounts/sessions.ts'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eraseAccount, type EraseRefusal } from '../privacy/erase.ts'
import { zipOf, exportAccount, type ExportDeps } from '../privacy/export.ts'

type Deps = Pick<World, 'db' | 'clock' | 'cipher'>
/** `email` in canonical form; `by`: who gives the order. */
type Order = { email: string; by: string }

const longestName = 80

/**
 * `operator add`: a proven account may enter at once; adding its first second factor needs a newer session opened by
 * the mailbox.
 */
export function addOperator(
  { db, clock, cipher }: Deps,
  { email, by, name: written, isSupervisor }: Order & { name: string; isSupervisor: boolean },
): Promise<CommandResult> {
  const name = written.trim()
  const rank = rankOf({ isSupervisor })
  return db.transaction().execute(async (tx) => {
    if (!name || name.length > longestName)
      return trouble(
        'Diga su nombre: --name "Ana Ruiz". Bajo él queda escrito lo que hace en la sala de imprenta.',
      )
    const account = await verifiedAccount(tx, email)
    if (!account)
      return trouble(
        `Nadie ha comprobado todavía ${email}: regístrese con esa dirección, o entre con un código, y repita la orden.`,
      )
    const known = await findOperator(tx, account.id)
    if (known)
      return trouble(
        `${known.name} ya puede entrar en la sala de imprenta (${rankOf(known)}). No se ha cambiado nada: para su rango, operator promote u operator demote.`,
      )
    const now = clock.now()
    await putOperator(tx, { account_id: account.id, name, is_supervisor: isSupervisor, added_at: now })
    const subject = pseudonymOf(cipher, account.id)
    await recordAuditEntry(tx, { by, action: 'add-operator', subject, note: rank, now })
    return done(
      `${name} ya puede entrar en la sala de imprenta (${rank}). La primera vez, con un código enviado a su correo.`,
    )
  })
}

type Operator = NonNullable<Awaited<ReturnType<typeof findOperator>>> & { accountId: string; subject: string }

const changeOperator = (
  { db, cipher }: Deps,
  email: string,
  change: (tx: Tx, operator: Operator) => Promise<CommandResult>,
): Promise<CommandResult> =>
  db.transaction().execute(async (tx) => {
    const account = await verifiedAccount(tx, email)
    const operator = account && (await findOperator(tx, account.id))
    if (!operator) return trouble('Nadie con ese correo puede entrar en la sala de imprenta.')
    return change(tx, { ...operator, accountId: account.id, subject: pseudonymOf(cipher, account.id) })
  })

/** `operator promote`, `operator demote`: from the next call on. */
export const changeRank = (deps: Deps, { email, by, isSupervisor }: Order & { isSupervisor: boolean }) =>
  changeOperator(deps, email, async (tx, { name, accountId, subject, ...operator }) => {
    const rank = rankOf({ isSupervisor })
    if (operator.isSupervisor === isSupervisor) return trouble(`${name} ya es ${rank}.`)
    await setRank(tx, accountId, isSupervisor)
    await recordAuditEntry(tx, { by, action: 'change-rank', subject, note: rank, now: deps.clock.now() })
    return done(`${name} es ahora ${rank}.`)
  })

/** `operator reset`: after a lost second factor. A new one needs a new session opened by the mailbox. */
export const resetFactors = (deps: Deps, { email, by }: Order) =>
  changeOperator(deps, email, async (tx, { name, accountId, subject }) => {
    if (!(await removeFactors(tx, accountId))) return trouble(`${name} no tiene segundo paso.`)
    // A stolen password or Google account may have opened them.
    await endSessions(tx, accountId)
    await recordAuditEntry(tx, { by, action: 'remove-factors', subject, now: deps.clock.now() })
    return done(
      `${name} ya no tiene segundo paso y sus sesiones se han cerrado: configurará otro cuando entre con un código enviado a su correo.`,
    )
  })

/** `operator remove`: takes effect at the next call. */
export const removeOperator = (deps: Deps, { email, by }: Order) =>
  changeOperator(deps, email, async (tx, { name, accountId, subject }) => {
    const now = deps.clock.now()
    await endOperator(tx, accountId, now)
    await removeFactors(tx, accountId)
    await recordAuditEntry(tx, { by, action: 'remove-operator', subject, now })
    return done(`${name} ya no puede entrar en la sala de imprenta.`)
  })

/** `operator list`: with each pseudonym, to read the audit log by. */
export async function listOperators({ db, cipher }: Pick<World, 'db' | 'cipher'>): Promise<CommandResult> {
  const operators = await allOperators(db)
  if (!operators.length) return done('Nadie puede entrar todavía en la sala de imprenta.')
  return done(
    operators
      .map(
        ({ id, name, email, isSupervisor }) =>
          `${pseudonymOf(cipher, id)}  ${name}  <${email}>  ${rankOf({ isSupervisor })}`,
      )
      .join('\n'),
  )
}

/** `acts verify`: store the newest hash elsewhere, since it proves all earlier entries. */
export async function verifyAuditCommand({ db }: Pick<Deps, 'db'>): Promise<CommandResult> {
  const chain = await verifyAudit(db)
  if (chain !== 'whole')
    return trouble(
      `El registro de actos no está entero: el número ${chain.brokenAt} no es el que se escribió.`,
    )
  const last = await db
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return done(
    last
      ? `El registro de actos está entero: ${last.seq}, el último ${last.hash}.`
      : 'Todavía no hay actos escritos.',
  )
}

/** The name in the audit log for commands. */
export const terminal = (): string => `terminal: ${userInfo().username}`

const use = `Use: operator add <correo> --name "Ana Ruiz" [--supervisor], operator promote, demote, reset o remove <correo>, u operator list.`

/** `operator add <correo> --name "…" [--supervisor]`, `operator promote|demote|reset|remove <correo>`, `operator list`. */
export async function operator(
  { world }: CommandContext,
  [action, written]: string[],
  { name = '', supervisor = false }: { name?: string; supervisor?: boolean },
): Promise<CommandResult> {
  if (action === 'list' && !written) return listOperators(world)
  if (!written) return trouble(use)
  const order = { email: canonicalEmail(written), by: terminal() }
  if (action === 'remove') return removeOperator(world, order)
  if (action === 'reset') return resetFactors(world, order)
  if (action === 'promote' || action === 'demote')
    return changeRank(world, { ...order, isSupervisor: action === 'promote' })
  if (action !== 'add') return trouble(use)
  if (!emailSchema.safeParse(written).success) return trouble(`«${written}» no es una dirección de correo.`)
  return addOperator(world, { ...order, name, isSupervisor: supervisor })
}

/** `acts verify`: checks the print room's audit log. */
export async function acts({ world }: CommandContext, [action]: string[]): Promise<CommandResult> {
  if (action !== 'verify') return trouble('Use: acts verify.')
  return verifyAuditCommand(world)
}

const noAccount = trouble('No hay ninguna cuenta con ese correo.')

const refusals = {
  'payment-unknown':
    'El proveedor de pago no responde: no se sabe si una carta está pagada. No se ha borrado nada.',
  unpaid: 'Acaba de preparar una carta. Vuelva a intentarlo. No se ha borrado nada.',
  paid: 'Tiene cartas pagadas sin imprimir: antes hay que cancelarlas o enviarlas. No se ha borrado nada.',
  'in-print': 'Tiene cartas en una tanda que aún no se ha enviado. No se ha borrado nada.',
  'in-doubt': 'Tiene una carta que alguien debe revisar. No se ha borrado nada.',
} satisfies Record<EraseRefusal, string>

/** `erase-user`: erases an account on its owner's request. */
export async function eraseUser(
  deps: Parameters<typeof eraseAccount>[0],
  { email }: { email: string },
): Promise<CommandResult> {
  const address = canonicalEmail(email)
  const account = await accountInCharge(deps.db, address)
  if (!account) return noAccount
  const outcome = await eraseAccount(deps, { accountId: account.id, email: address })
  return outcome === 'erased'
    ? done('La cuenta y el contenido de sus cartas se han borrado.')
    : trouble(refusals[outcome])
}

/** `export-user`: the same file the account's owner can download, readable by the file's owner only. */
export async function exportUser(
  deps: ExportDeps,
  { email, folder }: { email: string; folder: string },
): Promise<CommandResult> {
  const account = await accountInCharge(deps.db, canonicalEmail(email))
  if (!account) return noAccount
  const path = join(folder, `datos-${account.id.slice(0, 8)}.zip`)
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  await pipeline(Readable.from(zipOf(await exportAccount(deps, account.id))), file)
  return done(path)
}
