import type { Snapshot } from './evidence.ts'
import { oneLetterOf } from './facts.ts'
import { both, each, groupBy, type Check } from './violation.ts'

type Payment = Snapshot['payments'][number]

/** Each charge, refund, dispute and event of the provider is in our books, for each of its letters. */
export const M10: Check = ({ cards, snapshot }, facts) => {
  const ours = groupBy(
    snapshot.payments.filter(({ intent_id }) => intent_id !== null),
    ({ intent_id }) => intent_id!,
  )
  const open = new Set(snapshot.issues.filter(({ settled }) => !settled).map(({ reference }) => reference))
  const remembered = new Set(snapshot.events)
  const refunds = groupBy(snapshot.cardRefunds, ({ id }) => id)
  const letterOf = (intent: string) => oneLetterOf(facts, intent)
  const isOurs = (intent: string) => ours.has(intent) && !facts.forgotten.has(intent)
  const heard = cards.flatMap((entry) =>
    entry.did === 'deliver' && entry.status >= 200 && entry.status < 300 ? [entry] : [],
  )
  return both(
    each(
      'M10',
      [...facts.charges].filter(([intent]) => !facts.forgotten.has(intent)),
      ([intent, { live }]) => {
        const rows = ours.get(intent)
        if (!rows) return !open.has(intent) && 'was charged and is unknown here'
        const unbooked = rows.find(({ state }) => !/paid|taken|refunded/.test(state))
        if (unbooked) return `was charged and is ${unbooked.state} here`
        return rows.some(isOtherMoney(live)) && 'is test money there and live money here, or the reverse'
      },
      ([intent]) => letterOf(intent),
    ),
    each(
      'M10',
      [...facts.refunds]
        .filter(([intent]) => isOurs(intent))
        .flatMap(([intent, list]) => list.map((one) => ({ intent, one }))),
      ({ intent, one: { id, cents, state, letter } }) => {
        const known = refunds.get(id) ?? []
        const booked = known.reduce((sum, row) => sum + row.cents, 0)
        const other = known.find((row) => row.state !== state)
        if (other || !known.length) return `a refund is ${state} there and ${other?.state ?? 'unknown'} here`
        if (booked !== cents) return `a refund is of ${cents} there and of ${booked} here`
        const isForOne = facts.partsOf.get(intent)?.has(letter)
        return (
          isForOne && known.some((row) => row.letter !== letter) && 'a refund is booked for another letter'
        )
      },
      ({ intent, one }) => one.letter || letterOf(intent),
    ),
    each(
      'M10',
      [...facts.disputes].filter(([intent]) => isOurs(intent)),
      ([intent, there]) => {
        const expected = there === 'needs_response' ? 'open' : there
        const other = ours.get(intent)?.find(({ dispute }) => dispute !== expected)
        return other && `its dispute is ${there} there and ${other.dispute} here`
      },
      ([intent]) => letterOf(intent),
    ),
    each(
      'M10',
      heard,
      ({ event, type, how }) => {
        if (how === 'forged') return `a forged ${type} was taken for true`
        return isBooked(type) && !remembered.has(event) && `${type} was answered 2xx and is not remembered`
      },
      ({ intent }) => letterOf(intent),
    ),
  )
}

const isOtherMoney =
  (live: boolean) =>
  ({ livemode }: Payment) =>
    livemode !== null && livemode !== live

/** Events that change our books. */
const isBooked = (type: string) => type !== 'payment_intent.processing'
