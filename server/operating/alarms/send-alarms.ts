import { claim, complete, fail } from '../../database/jobs.ts'
import type { Db } from '../../database/tables.ts'
import type { SendAlarm } from '../../outside/alarm/alarm-webhook.ts'
import { alarmSays, isAlarmKind } from './alarm-kinds.ts'
import { alarmWebhookJob } from './raise-alarms.ts'

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
