import { earlier, minutes } from '@lacre/letter/days.ts'
import type { PaymentsDeps } from '../deps.ts'
import { intentOf, receiveEvent, wantedEvents, type Received } from '../intents/receive-event.ts'
import { eachApart, type Reconciled } from './each-apart.ts'

/** The provider may list an event some time after it dates it. What is read twice is known by its id. */
const listedLate = minutes(15)

/**
 * What the provider lists of its events since then, told or not, each received as if it had been told. Gives when the
 * newest was made. @throws StripeError when the list cannot be had.
 */
export async function readEvents(
  deps: PaymentsDeps,
  done: Reconciled,
  since: Date,
): Promise<Date | undefined> {
  const created = { gte: Math.floor(earlier(since, listedLate).getTime() / 1000) }
  let newest: Date | undefined
  for await (const event of deps.cards.events.list({ types: [...wantedEvents], created, limit: 100 })) {
    newest ??= new Date(event.created * 1000)
    const intentId = intentOf(event)
    if (intentId)
      await eachApart(deps, done, intentId, async () => {
        const received = await receiveEvent(deps, event)
        if (received !== 'seen-before') done.looked++
        return !untouched.includes(received)
      })
  }
  return newest
}

const untouched: Received[] = ['seen-before', 'ignored', 'foreign', 'unknown', 'mismatch', 'open']
