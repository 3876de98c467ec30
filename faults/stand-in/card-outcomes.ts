import { days, hours, minutes } from '@lacre/letter/days.ts'
import type { Seed } from '../seed.ts'
import type { Card } from './card-api.ts'
import { backOf, type CardBooks } from './card-books.ts'
import type { CardEvent, Intent, Refund, RefundState } from './card-entries.ts'

/** Outcomes at the provider that the server does not cause: shares from 0 to 1. */
export type OutcomeShares = {
  /** A good card becomes slow, is charged another sum, or turns out to be a test card. */
  slow: number
  otherSum: number
  test: number
  /** A refund on the provider's own pages, of a part or of all. */
  partOutside: number
  allOutside: number
  disputed: number
  forgotten: number
  /** A refund that takes days; the share of refunds that fail. */
  refundPending: number
  refundFailed: number
  /** An event that is listed some minutes late, or never. */
  listedLate: number
  neverListed: number
}
export const noOutcomes: OutcomeShares = {
  slow: 0,
  otherSum: 0,
  test: 0,
  partOutside: 0,
  allOutside: 0,
  disputed: 0,
  forgotten: 0,
  refundPending: 0,
  refundFailed: 0,
  listedLate: 0,
  neverListed: 0,
}
export const oddOutcomes: OutcomeShares = {
  slow: 0.08,
  otherSum: 0.03,
  test: 0.02,
  partOutside: 0.04,
  allOutside: 0.04,
  disputed: 0.06,
  forgotten: 0.01,
  refundPending: 0.5,
  refundFailed: 0.2,
  listedLate: 0.1,
  neverListed: 0.03,
}

/** Draws the outcomes of each payment and runs them when they are due. */
export function scheduleOutcomes(seed: Seed, now: () => number, shares: () => OutcomeShares) {
  let due: { at: number; happen: () => unknown }[] = []
  const drawn = new Set<string>()
  const within = (longest: number) => 1 + seed.below(longest)
  const later = (pause: number, happen: () => unknown) => void due.push({ at: now() + pause, happen })

  function scheduleForCharge(books: CardBooks, intent: Intent) {
    const share = shares()
    const soon = (longest: number, happen: () => void) =>
      later(within(longest), () => books.intents.has(intent.id) && happen())
    const giveBack = (part: number) => () => {
      const cents = Math.min(
        Math.floor(intent.amount_received * part),
        intent.amount_received - backOf(intent),
      )
      if (cents > 0) books.refund(intent, cents, 'outside', anyRefundState())
    }
    if (seed.is(share.partOutside)) soon(days(1), giveBack(0.4))
    if (seed.is(share.allOutside)) soon(days(1), giveBack(1))
    if (seed.is(share.forgotten)) soon(hours(2), () => books.forget(intent))
    if (seed.is(share.disputed))
      soon(days(1), () => {
        const dispute = books.dispute(intent)
        const outcome = seed.pick(['won', 'lost', 'open'] as const)
        if (outcome !== 'open') soon(days(3), () => books.endDispute(intent, dispute, outcome))
      })
  }
  const anyRefundState = (): RefundState => (seed.is(shares().refundPending) ? 'pending' : 'succeeded')

  function scheduleForRefund(books: CardBooks, intent: Intent, refund: Refund) {
    const isFailing = seed.is(shares().refundFailed)
    if (refund.status === 'pending')
      later(within(days(5)), () => books.endRefund(intent, refund, isFailing ? 'failed' : 'succeeded'))
    else if (isFailing && seed.is(0.3))
      later(within(days(5)), () => books.endRefund(intent, refund, 'failed'))
  }

  return {
    refundState: anyRefundState,
    listedAfter: () => {
      if (seed.is(shares().neverListed)) return Infinity
      return seed.is(shares().listedLate) ? within(minutes(10)) : 0
    },
    /** Draws what a good card turns out to be. */
    card(given: Card): Card {
      if (given !== 'good') return given
      const share = shares()
      if (seed.is(share.slow)) return 'slow'
      if (seed.is(share.otherSum)) return seed.pick(['more', 'less'] as const)
      return seed.is(share.test) ? 'test' : 'good'
    },
    schedule(books: CardBooks, { type, intent: id }: CardEvent) {
      const intent = books.intents.get(id)
      if (!intent) return
      if (type === 'payment_intent.processing')
        later(minutes(10) + within(hours(30)), () =>
          seed.is(0.7) ? books.pay(intent) : books.decline(intent),
        )
      if (type === 'payment_intent.succeeded') scheduleForCharge(books, intent)
      for (const refund of intent.refunds)
        if (!drawn.has(refund.id)) {
          drawn.add(refund.id)
          scheduleForRefund(books, intent, refund)
        }
    },
    /** Runs the outcomes that are due. */
    runDue() {
      const ready = due.filter(({ at }) => at <= now()).toSorted((one, other) => one.at - other.at)
      due = due.filter((one) => !ready.includes(one))
      for (const { happen } of ready) happen()
    },
    waiting: () => due.length,
  }
}

export type CardOutcomes = ReturnType<typeof scheduleOutcomes>
