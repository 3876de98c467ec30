import { days, earlier } from '@lacre/letter/days.ts'
import { claim, complete, enqueue, fail } from '../database/jobs.ts'
import type { Db, Tx } from '../database/tables.ts'
import { queueMail } from '../mail/outbox.ts'
import type { SendAlarm } from '../outside/alarm-webhook.ts'
import type { Clock } from '../outside/clock.ts'
import type { World } from '../world.ts'
import {
  type AlarmContext,
  type AlarmKind,
  alarmKinds,
  alarmSays,
  isAlarmKind,
  isWrong,
  driftOf,
  mayDriftSeconds,
  roomIn,
} from './checks.ts'
import { observe } from './observations.ts'

export type AlarmDeps = AlarmContext &
  Pick<World, 'random'> & {
    log: Pick<World['log'], 'warn'>
    /** Where alarms are mailed; null: nowhere. */
    email: string | null
    /** Whether alarms also go to a webhook, in case the mail is what fails. */
    hasWebhook: boolean
  }
/** Reported once when it begins, once a day while it lasts, and once when it is over. */
type AlarmNews = { kind: AlarmKind; news: 'began' | 'continues' | 'over'; since: Date; at: Date }

const saidAgainAfter = days(1)
const alarmWebhookJob = 'alarm-webhook'

/** Checks every kind. Each report is one guarded write, so that only one node makes it. */
export async function raiseAlarms(deps: AlarmDeps): Promise<void> {
  for (const kind of alarmKinds) {
    const wrong = await isWrong(kind, deps)
    await deps.db.transaction().execute(async (tx) => {
      const report = await (wrong
        ? keepRaised(tx, kind, deps.clock.now())
        : lower(tx, kind, deps.clock.now()))
      if (report) await queueReport(deps, tx, report)
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

async function queueReport(deps: AlarmDeps, tx: Tx, report: AlarmNews) {
  const { email, hasWebhook, log } = deps
  const { kind, news } = report
  const [since, at] = [report.since.toISOString(), report.at.toISOString()]
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

const [portion, leaseSeconds] = [10, 60]
const begins = { began: '', continues: 'Sigue: ', over: 'Ya ha pasado: ' } as const

/** Sends a portion of reports to the operator's webhook. Failed ones are retried with growing delays. */
export async function sendAlarms({ db, send }: { db: Db; send: SendAlarm }): Promise<number> {
  const jobs = await claim(db, alarmWebhookJob, portion, leaseSeconds)
  let sent = 0
  for (const job of jobs) {
    const { kind, news, since, at } = job.payload as Record<string, string>
    if (!kind || !isAlarmKind(kind)) continue // from a newer version
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

/** Checks only a node itself can make. */
export async function lookAtMachine(deps: { db: Db; clock: Clock; dataDir: string }): Promise<void> {
  const { db, clock, dataDir } = deps
  if ((await roomIn(dataDir)).isShort) await observe(deps, 'disk-short')
  if ((await driftOf({ db, clock })) > mayDriftSeconds) await observe(deps, 'clock-off')
}
