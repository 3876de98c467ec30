import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { CommandResult, VerifiedAccount } from '../ports.ts'
import { allOperators, endOperator, operatorOf, putOperator } from './operators-table.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import { verifyAudit } from './verify-audit.ts'

type Deps = { db: Db; clock: Clock; verifiedAccount: VerifiedAccount }

const done = (says: string): CommandResult => ({ says, trouble: false })
const trouble = (says: string): CommandResult => ({ says, trouble: true })

const unknown =
  'No hay ninguna cuenta con ese correo confirmado. Quien imprime se registra primero y confirma su correo.'
const rankOf = (isSupervisor: boolean) => (isSupervisor ? 'responsable' : 'operador')

/** `operator add`: from the next call on, this account may enter the print room. `by`: who gives the order. */
export function addOperator(
  { db, clock, verifiedAccount }: Deps,
  {
    email,
    name,
    isSupervisor,
    by,
  }: { email: string; name: string | undefined; isSupervisor: boolean; by: string },
): Promise<CommandResult> {
  const given = name?.trim() ?? ''
  if (given.length < 1 || given.length > 80)
    return Promise.resolve(
      trouble('Diga su nombre: --name "Ana Ruiz". Bajo él queda escrito lo que hace en la sala de imprenta.'),
    )
  return db.transaction().execute(async (tx) => {
    const account = await verifiedAccount(tx, email)
    if (!account) return trouble(unknown)
    const now = clock.now()
    await putOperator(tx, { account_id: account.id, name: given, is_supervisor: isSupervisor, added_at: now })
    const note = `${given} (${rankOf(isSupervisor)})`
    await recordAuditEntry(tx, { by, action: 'add-operator', subject: account.id, note, now })
    return done(`${given} puede entrar en la sala de imprenta (${rankOf(isSupervisor)}).`)
  })
}

/** `operator remove`: out at the next call. */
export function removeOperator(
  { db, clock, verifiedAccount }: Deps,
  { email, by }: { email: string; by: string },
): Promise<CommandResult> {
  return db.transaction().execute(async (tx) => {
    const account = await verifiedAccount(tx, email)
    const operator = account && (await operatorOf(tx, account.id))
    const now = clock.now()
    if (!operator || !(await endOperator(tx, account.id, now)))
      return trouble('Nadie con ese correo puede entrar en la sala de imprenta.')
    await recordAuditEntry(tx, {
      by,
      action: 'remove-operator',
      subject: account.id,
      note: operator.name,
      now,
    })
    return done(`${operator.name} ya no puede entrar en la sala de imprenta.`)
  })
}

/** `operator list` */
export async function listOperators({ db }: Pick<Deps, 'db'>): Promise<CommandResult> {
  const operators = await allOperators(db)
  if (!operators.length) return done('Nadie puede entrar todavía en la sala de imprenta.')
  return done(
    operators
      .map(({ name, email, is_supervisor }) => `${name}  <${email}>  ${rankOf(is_supervisor)}`)
      .join('\n'),
  )
}

/** `acts verify`: the newest hash is worth keeping elsewhere, since it proves all that came before. */
export async function verifyAuditCommand({ db }: Pick<Deps, 'db'>): Promise<CommandResult> {
  const chain = await verifyAudit(db)
  if (chain !== 'whole')
    return trouble(
      `El registro de actos no está entero: el número ${chain.brokenAt} no es el que se escribió.`,
    )
  const last = await db
    .selectFrom('act')
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
