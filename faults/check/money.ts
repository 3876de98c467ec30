import { back, charged } from './facts.ts'
import { both, each, groupBy, type Check } from './violation.ts'

export const M3: Check = ({ cards, acks, house }, facts) => {
  const letters = new Map(house.letters.map((letter) => [letter.id, letter]))
  const shown = new Map(acks.flatMap((ack) => (ack.did === 'freeze' ? [[ack.letter, ack]] : [])))
  const totalOf = (letter: string) => shown.get(letter)?.total ?? letters.get(letter)?.total_cents
  const made = cards.flatMap((entry) => (entry.did === 'make' && entry.app === 'lacre' ? [entry] : []))
  return both(
    each(
      'M3',
      made,
      ({ letter, cents }) => {
        const total = totalOf(letter)
        return total !== undefined && cents !== total && `asked for ${cents} where ${total} was shown`
      },
      ({ letter }) => letter,
    ),
    each(
      'M3',
      shown.values(),
      ({ letter, total, lines }) =>
        (total !== lines || total !== letters.get(letter)?.total_cents) &&
        `shows ${total}, its lines ${lines}, stored ${letters.get(letter)?.total_cents}`,
      ({ letter }) => letter,
    ),
    each(
      'M3',
      facts.printsOf.keys(),
      (letter) => {
        const sums = (facts.intentsOf.get(letter) ?? []).map((intent) => charged(facts, intent))
        const total = totalOf(letter)
        return (
          total !== undefined && !sums.includes(total) && `printed for ${sums.join(' + ')}, shown ${total}`
        )
      },
      (letter) => letter,
    ),
    each(
      'M3',
      [...facts.charges].filter(([intent]) => facts.letterOf.has(intent)),
      ([intent, { cents }]) => {
        const letter = facts.letterOf.get(intent) ?? ''
        const total = totalOf(letter)
        // A provider that takes another sum cannot be stopped; a person hears of it, until it is given back.
        const isBack = back(facts, intent, ['succeeded', 'pending']) >= cents
        return (
          total !== undefined &&
          cents !== total &&
          !isBack &&
          facts.disputes.get(intent) !== 'lost' &&
          !facts.forAPerson.has(letter) &&
          `charged ${cents}, shown ${total}`
        )
      },
      ([intent]) => facts.letterOf.get(intent),
    ),
  )
}

export const M4: Check = ({ house }, facts) =>
  both(
    each(
      'M4',
      facts.intentsOf,
      ([, intents]) => {
        const charges = intents.filter(
          (intent) => charged(facts, intent) > back(facts, intent, ['succeeded', 'pending']),
        )
        return charges.length > 1 && `${charges.length} charges are kept`
      },
      ([letter]) => letter,
    ),
    // Whoever holds an old form must not be able to pay for what is over.
    each(
      'M4',
      house.letters.filter(({ state }) => state === 'cancelled' || state === 'expired'),
      ({ id }) => {
        const named = new Set(house.payments.map(({ intent_id }) => intent_id))
        const open = (facts.intentsOf.get(id) ?? []).filter(
          (intent) =>
            named.has(intent) &&
            !facts.charges.has(intent) &&
            !facts.cancelled.has(intent) &&
            !facts.forgotten.has(intent),
        )
        return open.length > 0 && 'can still be paid'
      },
      ({ id }) => id,
    ),
  )

/** To the cent, intent by intent: whatever was taken, for whatever reason, and whatever of it is back. */
export const M9: Check = ({ house }, facts) => {
  const ours = new Map(house.payments.flatMap((row) => (row.intent_id ? [[row.intent_id, row]] : [])))
  const known = [...facts.letterOf.keys()].filter(
    (intent) => ours.has(intent) && !facts.forgotten.has(intent),
  )
  const letterOf = (intent: string) => facts.letterOf.get(intent)
  return both(
    each(
      'M9',
      known,
      (intent) => {
        const [cents, booked] = [charged(facts, intent), ours.get(intent)?.received_cents]
        return cents !== booked && `charged ${cents}, booked ${booked}`
      },
      letterOf,
    ),
    each(
      'M9',
      known,
      (intent) => {
        const [cents, booked] = [back(facts, intent), ours.get(intent)?.refunded_cents]
        return cents !== booked && `gave back ${cents}, booked ${booked}`
      },
      letterOf,
    ),
  )
}

export const M10: Check = ({ cards, house }, facts) => {
  const ours = new Map(house.payments.flatMap((row) => (row.intent_id ? [[row.intent_id, row]] : [])))
  const open = new Set(house.concerns.filter(({ settled }) => !settled).map(({ reference }) => reference))
  const remembered = new Set(house.events)
  const refunds = groupBy(house.cardRefunds, ({ id }) => id)
  const letterOf = (intent: string) => facts.letterOf.get(intent)
  const isOurs = (intent: string) => ours.has(intent) && !facts.forgotten.has(intent)
  const heard = cards.flatMap((entry) =>
    entry.did === 'tell' && entry.status >= 200 && entry.status < 300 ? [entry] : [],
  )
  return both(
    each(
      'M10',
      facts.charges,
      ([intent, { live }]) => {
        const row = ours.get(intent)
        if (open.has(intent) && !row) return undefined
        if (facts.forgotten.has(intent)) return undefined
        if (!/paid|taken|refunded/.test(row?.state ?? ''))
          return `was charged and is ${row?.state ?? 'unknown'} here`
        return (
          row?.livemode !== null &&
          row?.livemode !== live &&
          'is test money there and live money here, or the reverse'
        )
      },
      ([intent]) => letterOf(intent),
    ),
    each(
      'M10',
      [...facts.refunds].filter(([intent]) => isOurs(intent)),
      ([, list]) => {
        const other = list.find(({ id, cents, state }) => {
          const [known] = refunds.get(id) ?? []
          return known?.cents !== cents || known.state !== state
        })
        return (
          other &&
          `a refund is ${other.state} there and ${refunds.get(other.id)?.[0]?.state ?? 'unknown'} here`
        )
      },
      ([intent]) => letterOf(intent),
    ),
    each(
      'M10',
      [...facts.disputes].filter(([intent]) => isOurs(intent)),
      ([intent, there]) => {
        const here = ours.get(intent)?.dispute
        return (
          here !== (there === 'needs_response' ? 'open' : there) &&
          `its dispute is ${there} there and ${here} here`
        )
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

/** Of no consequence to anybody's books. */
const isBooked = (type: string) => type !== 'payment_intent.processing'

export const M11: Check = ({ house, cards }, facts) => {
  const named = house.payments.flatMap((row) => (row.intent_id ? [row] : []))
  const ids = new Set(named.map(({ intent_id }) => intent_id))
  return both(
    each(
      'M11',
      named,
      ({ intent_id, letter_id }) => {
        if (facts.letterOf.get(intent_id!) !== letter_id)
          return `${intent_id} is another letter's, or nobody's`
        return named.filter((row) => row.intent_id === intent_id).length > 1 && `${intent_id} stands twice`
      },
      ({ letter_id }) => letter_id,
    ),
    each(
      'M11',
      cards.flatMap((entry) => (entry.did === 'make' && entry.key.startsWith('letter:') ? [entry] : [])),
      ({ intent }) =>
        !ids.has(intent) && !facts.forgotten.has(intent) && 'no row names an intent that we made',
      ({ letter }) => letter,
    ),
  )
}
