import { earlier, later, minutes } from '@lacre/letter/days.ts'
import type { Db } from '../../database/tables.ts'
import { isRefused, lastSeen, sameWithin } from './observations-table.ts'

/** From a payment until its event is here, where the provider has nothing else to do. */
const eventTakes = minutes(2)

/**
 * Whether our secret seems to be another than the provider's: events are refused, and money comes of which none told us. A
 * stranger can send what looks like an event, but makes no payment stay untold.
 */
export async function isWebhookWrong(db: Db, now: Date): Promise<boolean> {
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
