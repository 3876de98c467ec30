import { days, earlier, hours, later, minutes } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { claim, complete, enqueue, fail } from '../database/jobs.ts'
import { onTheWayBack } from '../database/queries.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { SendAlarm } from '../outside/alarm-webhook.ts'
import type { Clock } from '../outside/clock.ts'
import { backupMayBeOld, driftOf, mayDriftSeconds, roomIn } from './machine.ts'
import { isRefused, lastSeen, observe, sameWithin, seenWithin } from './observations.ts'
import { stuckLetters } from './stuck-letters.ts'
import type { World } from '../world.ts'
import { queueMail } from '../mail/outbox.ts'
import { mailFailingSince } from '../mail/send.ts'

export type AlarmDeps = AlarmLook &
  Pick<World, 'random'> & {
    log: Pick<World['log'], 'warn'>
    /** Whom it is mailed to; nobody, where nobody is named. */
    email: string | null
    /** Whether it goes to a webhook too: the mail may be what fails. */
    hasWebhook: boolean
  }
/** What is said of a kind: once when it begins, once a day while it lasts, once when it is over. */
type AlarmNews = { kind: AlarmKind; news: 'began' | 'continues' | 'over'; since: Date; at: Date }

const saidAgainAfter = days(1)
const alarmWebhookJob = 'alarm-webhook'

/** Looks at every kind. What one node says, no other says again: each step is one guarded write. */
export async function raiseAlarms(deps: AlarmDeps): Promise<void> {
  for (const kind of alarmKinds) {
    const wrong = await isWrong(kind, deps)
    await deps.db.transaction().execute(async (tx) => {
      const told = await (wrong ? keepRaised(tx, kind, deps.clock.now()) : lower(tx, kind, deps.clock.now()))
      if (told) await tell(deps, tx, told)
    })
  }
}

async function keepRaised(tx: Tx, kind: AlarmKind, now: Date): Promise<AlarmNews | undefined> {
  const began = await tx
    .insertInto('alarm')
    .values({ kind, since: now, said_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('since')
    .executeTakeFirst()
  if (began) return { kind, news: 'began', since: now, at: now }
  const again = await tx
    .updateTable('alarm')
    .set({ said_at: now })
    .where('kind', '=', kind)
    .where('said_at', '<=', earlier(now, saidAgainAfter))
    .returning('since')
    .executeTakeFirst()
  return again && { kind, news: 'continues', since: again.since, at: now }
}

async function lower(tx: Tx, kind: AlarmKind, now: Date): Promise<AlarmNews | undefined> {
  const over = await tx.deleteFrom('alarm').where('kind', '=', kind).returning('since').executeTakeFirst()
  return over && { kind, news: 'over', since: over.since, at: now }
}

async function tell(deps: AlarmDeps, tx: Tx, told: AlarmNews) {
  const { email, hasWebhook, log } = deps
  const { kind, news } = told
  const [since, at] = [told.since.toISOString(), told.at.toISOString()]
  const key = `${kind} ${news} ${at}`
  if (email)
    await queueMail(deps, tx, {
      kind: 'alarm',
      key,
      to: email,
      data: { news, since, says: alarmSays(kind), runbook: `alarm-${kind}` },
    })
  if (hasWebhook) await enqueue(tx, alarmWebhookJob, key, { kind, news, since, at })
  log.warn({ alarm: kind, news, since }, 'alarm')
}

/** What is wrong now, as far as it was said. */
export async function openAlarms(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('alarm').select('kind').orderBy('since').execute()
  return rows.map(({ kind }) => kind)
}

const [portion, leaseSeconds] = [10, 60]
const begins = { began: '', continues: 'Sigue: ', over: 'Ya ha pasado: ' } as const

/** One portion of what is to be said to the operator's webhook. One that does not answer is tried again, less and less often. */
export async function sendAlarms({ db, send }: { db: Db; send: SendAlarm }): Promise<number> {
  const jobs = await claim(db, alarmWebhookJob, portion, leaseSeconds)
  let sent = 0
  for (const job of jobs) {
    const { kind, news, since, at } = job.payload as Record<string, string>
    if (!kind || !isAlarmKind(kind)) continue // of a newer version
    const text = begins[news as keyof typeof begins] + alarmSays(kind)
    const refused = await send({ kind, news, since, at, text, runbook: `docs/operating.md#alarm-${kind}` })
    if (refused) await fail(db, job, refused)
    else {
      await complete(db, job, () => Promise.resolve())
      sent++
    }
  }
  return sent
}

type AlarmLook = Pick<World, 'db' | 'clock' | 'cutOff'> & {
  /** Whether backups are made by `lacre backup`, of a real installation. */
  backsUp: boolean
}
type Kind = { says: string; isWrong: (look: AlarmLook) => Promise<boolean> }

/** Nodes look at their own machine at each round of the alarms. */
const aFewRounds = minutes(10)

/** What whoever runs the site is called for. Each has a paragraph in docs/operating.md under `alarm-<kind>`. */
const kinds = {
  concerns: {
    says: 'Hay asuntos que solo puede resolver una persona: están en la imprenta, en «Necesitan a una persona».',
    isWrong: async ({ db }) =>
      (await db.selectFrom('concern').select('id').where('settled_at', 'is', null).executeTakeFirst()) !==
      undefined,
  },
  mail: {
    says: 'Desde hace más de quince minutos no sale ningún correo.',
    async isWrong({ db, clock }) {
      const since = await mailFailingSince(db)
      return since !== undefined && since <= earlier(clock.now(), minutes(15))
    },
  },
  webhook: {
    says: 'Llegan avisos de pago cuya firma no vale, y se paga sin que llegue ninguno bueno: puede que STRIPE_WEBHOOK_SECRET no sea el del proveedor.',
    isWrong: ({ db, clock }) => isWebhookWrong(db, clock.now()),
  },
  'card-key': {
    says: 'El proveedor de pago no acepta STRIPE_SECRET_KEY: nadie puede pagar.',
    isWrong: ({ db }) => isRefused(db, 'cards'),
  },
  chores: {
    says: 'Un trabajo del servidor ha fallado dos veces seguidas: el registro dice cuál (chore failed).',
    isWrong: ({ db, clock }) => seenWithin(db, 'chore-failed:', hours(3), clock.now()),
  },
  backup: {
    says: 'Hace más de un día que no se hace una copia de seguridad.',
    isWrong: ({ db, clock, backsUp }) =>
      backsUp ? isBackupMissing(db, earlier(clock.now(), backupMayBeOld)) : Promise.resolve(false),
  },
  disk: {
    says: 'Queda poco sitio en el disco de un servidor.',
    isWrong: ({ db, clock }) => seenWithin(db, 'disk-short', aFewRounds, clock.now()),
  },
  clock: {
    says: 'El reloj de un servidor y el de la base de datos no van a la par.',
    isWrong: ({ db, clock }) => seenWithin(db, 'clock-off', aFewRounds, clock.now()),
  },
  letters: {
    says: 'Hay cartas paradas más tiempo del que deben: npm run lacre -- letters stuck',
    isWrong: async ({ db, clock, cutOff }) => (await stuckLetters({ db, clock, cutOff })).length > 0,
  },
  money: {
    says: 'El dinero de alguna carta no cuadra con su estado: npm run lacre -- reconcile',
    isWrong: async ({ db, clock }) => (await unbalancedLetters(db, clock.now())).length > 0,
  },
  proxies: {
    says: 'TRUST_PROXY no es el número de proxys por los que llegan las peticiones: los límites cuentan a quien no es.',
    isWrong: ({ db, clock }) => seenWithin(db, 'proxies-mistaken', hours(1), clock.now()),
  },
  database: {
    says: 'El PostgreSQL incorporado se paró y se ha vuelto a arrancar solo.',
    isWrong: ({ db, clock }) => seenWithin(db, 'database-restarted', hours(1), clock.now()),
  },
} as const satisfies Record<string, Kind>

export type AlarmKind = keyof typeof kinds
const isAlarmKind = (kind: string): kind is AlarmKind => Object.hasOwn(kinds, kind)
export const alarmKinds: readonly AlarmKind[] = Object.keys(kinds).filter(isAlarmKind)
const alarmSays = (kind: AlarmKind): string => kinds[kind].says
const isWrong = (kind: AlarmKind, look: AlarmLook): Promise<boolean> => kinds[kind].isWrong(look)

/** None since then, of an installation that is older. */
async function isBackupMissing(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select (select min(done_at) from migration) <= ${since}
      and not exists (select 1 from backup_made where taken_at > ${since}) as missing`.execute(db)
  return rows[0]?.missing ?? false
}

/** What only a node itself can see. */
export async function lookAtMachine(deps: { db: Db; clock: Clock; dataDir: string }): Promise<void> {
  const { db, clock, dataDir } = deps
  if ((await roomIn(dataDir)).isShort) await observe(deps, 'disk-short')
  if ((await driftOf({ db, clock })) > mayDriftSeconds) await observe(deps, 'clock-off')
}

/** What ended longer ago than this was looked at for as long. */
const endedWithin = days(40)

/**
 * Letters on their way to paper whose money is not here, unless a supervisor has given it back all the same, and letters that ended with money of somebody that nobody gives
 * back and nobody was told of. Both are impossible by the rules of payments: this looks whether the rules hold.
 */
export async function unbalancedLetters(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from letter where state in ('paid', 'batched', 'printed') and not exists (
      select 1 from payment where letter_id = letter.id and state = 'paid'
        and received_cents - refunded_cents >= letter.total_cents)
      and not exists (select 1 from payment join refund on refund.payment_id = payment.id
        where letter_id = letter.id and refund.reason = 'refunded-by-operator')
    union all
    select letter.id from letter join payment on payment.letter_id = letter.id
    where letter.state in ('cancelled', 'expired') and letter.state_since > ${earlier(now, endedWithin)}
      and payment.received_cents > payment.refunded_cents + ${onTheWayBack} and payment.dispute is null
      and not exists (select 1 from refund where payment_id = payment.id and state in ('asked', 'pending'))
      and not exists (select 1 from concern where letter_id = letter.id and settled_at is null)`.execute(db)
  return rows.map(({ id }) => id)
}

/** From a payment until its event is here, where the provider has nothing else to do. */
const eventTakes = minutes(2)

/**
 * Whether our secret seems to be another than the provider's: events are refused, and money comes of which none told us. A
 * stranger can send what looks like an event, but makes no payment stay untold.
 */
async function isWebhookWrong(db: Db, now: Date): Promise<boolean> {
  if (!(await isRefused(db, 'webhook'))) return false
  const accepted = (await lastSeen(db, 'webhook-accepted')) ?? new Date(0)
  const untold = await db
    .selectFrom('letter_step')
    .select('letter_id')
    .where('step', '=', 'pay')
    // One that was accepted up to a minute later was not written down again.
    .where('at', '>', later(accepted, sameWithin))
    .where('at', '<=', earlier(now, eventTakes))
    .limit(1)
    .executeTakeFirst()
  return untold !== undefined
}
