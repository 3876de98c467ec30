import { both, each, kept, type Check } from './violation.ts'

const refundsOf: Check = ({ cards }, { charged, refunded, letterOf }) =>
  both(
    each(
      'M7',
      refunded,
      ([intent, cents]) =>
        cents > (charged.get(intent) ?? 0) && `gave ${cents} back of ${charged.get(intent) ?? 0}`,
      ([intent]) => letterOf.get(intent),
    ),
    each(
      'M7',
      letterOf.keys(),
      (intent) =>
        cards.filter((entry) => entry.did === 'refund' && entry.intent === intent).length > 1 &&
        'gave back more than once',
      (intent) => letterOf.get(intent),
    ),
  )

export const M3: Check = ({ cards, acks, house }, facts) => {
  const letters = new Map(house.letters.map((letter) => [letter.id, letter]))
  const shown = new Map(acks.flatMap((ack) => (ack.did === 'freeze' ? [[ack.letter, ack]] : [])))
  const made = cards.flatMap((entry) => (entry.did === 'make' && entry.app === 'lacre' ? [entry] : []))
  return both(
    each(
      'M3',
      made,
      ({ letter, cents }) => {
        const total = shown.get(letter)?.total ?? letters.get(letter)?.total_cents
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
      acks.flatMap((ack) => (ack.did === 'confirm' && ack.status === 200 ? [ack] : [])),
      ({ letter, intent, shown }) => {
        const cents = facts.charged.get(intent)
        // A provider that takes another sum cannot be stopped; a person hears of it.
        return cents !== shown && !facts.forAPerson.has(letter) && `charged ${cents}, shown ${shown}`
      },
      ({ letter }) => letter,
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
          (intent) => (facts.charged.get(intent) ?? 0) > (facts.refunded.get(intent) ?? 0),
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
          (intent) => named.has(intent) && !facts.charged.has(intent) && !facts.cancelled.has(intent),
        )
        return open.length > 0 && 'can still be paid'
      },
      ({ id }) => id,
    ),
  )

export const M7: Check = (evidence, facts) =>
  both(
    refundsOf(evidence, facts),
    each(
      'M7',
      [...facts.refunded].filter(([intent, cents]) => cents >= (facts.charged.get(intent) ?? 0)),
      ([intent]) => {
        const letter = facts.letterOf.get(intent) ?? ''
        const isPrinted = (facts.printsOf.get(letter) ?? 0) > 0
        return isPrinted && kept(facts, letter) === 0 && 'given back and printed'
      },
      ([intent]) => facts.letterOf.get(intent),
    ),
  )

export const M8: Check = ({ house, acks }, facts) => {
  const promised = new Set(acks.flatMap((ack) => (ack.did === 'cancel' ? [ack.letter] : [])))
  const over = house.letters.filter(({ id, state }) => state === 'cancelled' || promised.has(id))
  return each(
    'M8',
    over,
    ({ id }) => {
      const money = kept(facts, id)
      if (money && !facts.forAPerson.has(id)) return `${money} cents were kept`
      return (facts.printsOf.get(id) ?? 0) > 0 && 'was printed'
    },
    ({ id }) => id,
  )
}

export const M9: Check = ({ house }, facts) => {
  const ours = new Map(house.payments.flatMap((row) => (row.intent_id ? [[row.intent_id, row]] : [])))
  const called = new Set(house.concerns.map(({ reference }) => reference))
  const booked = (intent: string) => ours.has(intent) && !called.has(intent)
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, cents) => total + cents, 0)
  const theirCharges = sum([...facts.charged].filter(([intent]) => booked(intent)).map(([, cents]) => cents))
  const theirRefunds = sum([...facts.refunded].filter(([intent]) => booked(intent)).map(([, cents]) => cents))
  const paid = [...ours].filter(([intent, { state }]) => booked(intent) && /paid|refunded/.test(state))
  const ourCharges = sum(paid.map(([, { amount_cents }]) => amount_cents))
  const ourRefunds = sum(paid.map(([, { refunded_cents }]) => refunded_cents))
  return both(
    each('M9', [theirCharges], (cents) => cents !== ourCharges && `charged ${cents}, booked ${ourCharges}`),
    each('M9', [theirRefunds], (cents) => cents !== ourRefunds && `gave back ${cents}, booked ${ourRefunds}`),
  )
}

export const M10: Check = ({ cards, house }, facts) => {
  const ours = new Map(house.payments.flatMap((row) => (row.intent_id ? [[row.intent_id, row]] : [])))
  const called = new Set(house.concerns.map(({ reference }) => reference))
  const remembered = new Set(house.events)
  const isCalled = (intent: string) => {
    const row = ours.get(intent)
    return called.has(intent) || (row !== undefined && called.has(row.id))
  }
  const heard = cards.flatMap((entry) =>
    entry.did === 'tell' && entry.status >= 200 && entry.status < 300 ? [entry] : [],
  )
  return both(
    each(
      'M10',
      facts.charged.keys(),
      (intent) => {
        const state = ours.get(intent)?.state ?? 'unknown'
        return !/paid|refunded/.test(state) && !isCalled(intent) && `was charged and is ${state} here`
      },
      (intent) => facts.letterOf.get(intent),
    ),
    each(
      'M10',
      facts.refunded,
      ([intent, cents]) =>
        ours.get(intent)?.refunded_cents !== cents &&
        !isCalled(intent) &&
        `${cents} given back are not booked`,
      ([intent]) => facts.letterOf.get(intent),
    ),
    each(
      'M10',
      heard,
      ({ event, type, how }) => {
        if (how === 'forged') return `a forged ${type} was taken for true`
        return !remembered.has(event) && `${type} was answered 2xx and is not remembered`
      },
      ({ intent }) => facts.letterOf.get(intent),
    ),
  )
}

export const M11: Check = ({ house }, facts) => {
  const named = house.payments.flatMap((row) => (row.intent_id ? [row] : []))
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
  )
}
