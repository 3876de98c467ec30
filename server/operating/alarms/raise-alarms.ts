import { days, earlier } from '@lacre/letter/days.ts'
import type { Db, Tx } from '../../database/tables.ts'
import { enqueue } from '../../database/jobs.ts'
import type { QueueMail } from '../../mail/queue-mail.ts'
import { alarmKinds, alarmSays, isWrong, type AlarmKind, type AlarmLook } from './alarm-kinds.ts'

export type AlarmDeps = AlarmLook & {
  queueMail: QueueMail
  /** Whom it is mailed to; nobody, where nobody is named. */
  email: string | null
  /** Whether it goes to a webhook too: the mail may be what fails. */
  hasWebhook: boolean
  log: { warn(about: Record<string, unknown>, message: string): void }
}
/** What is said of a kind: once when it begins, once a day while it lasts, once when it is over. */
export type AlarmNews = { kind: AlarmKind; news: 'began' | 'continues' | 'over'; since: Date; at: Date }

const saidAgainAfter = days(1)
export const alarmWebhookJob = 'alarm-webhook'

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

async function tell({ queueMail, email, hasWebhook, log }: AlarmDeps, tx: Tx, told: AlarmNews) {
  const { kind, news } = told
  const [since, at] = [told.since.toISOString(), told.at.toISOString()]
  const key = `${kind} ${news} ${at}`
  if (email)
    await queueMail(tx, {
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
