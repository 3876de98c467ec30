import { validFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words/duration-words.ts'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { CommandResult, EndSessions, VerifiedAccount } from '../ports.ts'
import { inviteOperator, type Invitation, type InviteDeps } from './invitation/invite-operator.ts'
import { removeFactors } from './factor/remove-factors.ts'
import { dropInvitation, openInvitations } from './invitation/invitations-table.ts'
import { allOperators, endOperator, operatorOf, setRank } from './operators-table.ts'
import type { PseudonymOf } from '../database/keys/pseudonym.ts'
import { rankOf } from './rank.ts'
import { recordAuditEntry } from './record-audit-entry.ts'
import { verifyAudit } from './verify-audit.ts'

type Deps = { db: Db; clock: Clock; verifiedAccount: VerifiedAccount; pseudonymOf: PseudonymOf }
type Order = Pick<Invitation, 'email' | 'by'>

const done = (says: string): CommandResult => ({ says, trouble: false })
const trouble = (says: string): CommandResult => ({ says, trouble: true })

const unknown = 'Nadie con ese correo puede entrar en la sala de imprenta.'

const longestName = 80

/** `operator add`: prints the link, so that it can be handed over where there is no mail. */
export async function addOperator(deps: InviteDeps, invitation: Invitation): Promise<CommandResult> {
  const name = invitation.name.trim()
  if (!name || name.length > longestName)
    return trouble(
      'Diga su nombre: --name "Ana Ruiz". Bajo él queda escrito lo que hace en la sala de imprenta.',
    )
  const made = await inviteOperator(deps, { ...invitation, name })
  if ('known' in made)
    return trouble(
      `${made.known.name} ya puede entrar en la sala de imprenta (${rankOf(made.known)}). No se ha cambiado nada: para su rango, operator promote u operator demote.`,
    )
  return done(
    `Invitación para ${name} (${rankOf(invitation)}). Sirve ${durationWords(validFor.invitation)} y una vez, con la sesión de ${invitation.email} iniciada:\n${made.link}`,
  )
}

/** `operator promote`, `operator demote`: from the next call on. */
export function changeRank(
  { db, clock, verifiedAccount, pseudonymOf }: Deps,
  { email, by, isSupervisor }: Order & { isSupervisor: boolean },
): Promise<CommandResult> {
  return db.transaction().execute(async (tx) => {
    const account = await verifiedAccount(tx, email)
    const operator = account && (await operatorOf(tx, account.id))
    if (!operator) return trouble(unknown)
    const rank = rankOf({ isSupervisor })
    if (operator.isSupervisor === isSupervisor) return trouble(`${operator.name} ya es ${rank}.`)
    await setRank(tx, account.id, isSupervisor)
    const subject = pseudonymOf(account.id)
    await recordAuditEntry(tx, { by, action: 'change-rank', subject, note: rank, now: clock.now() })
    return done(`${operator.name} es ahora ${rank}.`)
  })
}

/** `operator reset`: for who has lost their second factor; they set up another once the mailbox has opened a new session. */
export function resetFactors(
  { db, clock, verifiedAccount, endSessions, pseudonymOf }: Deps & { endSessions: EndSessions },
  { email, by }: Order,
): Promise<CommandResult> {
  return db.transaction().execute(async (tx) => {
    const account = await verifiedAccount(tx, email)
    const operator = account && (await operatorOf(tx, account.id))
    if (!operator) return trouble(unknown)
    if (!(await removeFactors(tx, account.id))) return trouble(`${operator.name} no tiene segundo paso.`)
    // What opens a session but the mailbox may be what was stolen.
    await endSessions(tx, account.id)
    const subject = pseudonymOf(account.id)
    await recordAuditEntry(tx, { by, action: 'remove-factors', subject, now: clock.now() })
    return done(
      `${operator.name} ya no tiene segundo paso y sus sesiones se han cerrado: configurará otro cuando entre con un código enviado a su correo.`,
    )
  })
}

/** `operator remove`: out at the next call; who has not come yet cannot come any more. */
export function removeOperator(
  { db, clock, verifiedAccount, pseudonymOf }: Deps,
  { email, by }: Order,
): Promise<CommandResult> {
  return db.transaction().execute(async (tx) => {
    const wasInvited = await dropInvitation(tx, email)
    const account = await verifiedAccount(tx, email)
    const operator = account && (await operatorOf(tx, account.id))
    if (!operator && !wasInvited) return trouble(unknown)
    const now = clock.now()
    if (operator) {
      await endOperator(tx, account.id, now)
      await removeFactors(tx, account.id)
    }
    const subject = pseudonymOf(operator ? account.id : email)
    await recordAuditEntry(tx, { by, action: 'remove-operator', subject, now })
    return done(
      operator ? `${operator.name} ya no puede entrar en la sala de imprenta.` : 'La invitación ya no vale.',
    )
  })
}

/** `operator list`: with the pseudonym of each, so that the record can be read. */
export async function listOperators({
  db,
  clock,
  pseudonymOf,
}: Pick<Deps, 'db' | 'clock' | 'pseudonymOf'>): Promise<CommandResult> {
  const operators = await allOperators(db)
  const invited = await openInvitations(db, clock.now())
  if (!operators.length && !invited.length) return done('Nadie puede entrar todavía en la sala de imprenta.')
  const line = (about: string, name: string, email: string, state: string) =>
    `${pseudonymOf(about)}  ${name}  <${email}>  ${state}`
  return done(
    [
      ...operators.map(({ id, name, email, isSupervisor }) =>
        line(id, name, email, rankOf({ isSupervisor })),
      ),
      ...invited.map(({ name, email }) => line(email, name, email, 'con invitación')),
    ].join('\n'),
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
