import { entries } from '../ledger.ts'
import { after, type State, type Step } from '../../letter/journey.ts'
import { waitsForName } from './facts.ts'
import { both, each, groupBy, type Check } from './violation.ts'

export const S1: Check = ({ snapshot }) => {
  const steps = groupBy(snapshot.steps, ({ letter_id }) => letter_id)
  return each(
    'S1',
    snapshot.letters,
    ({ id, state }) => {
      const way = steps.get(id) ?? []
      if (way[0]?.step !== 'freeze' || way[0].to_state !== 'frozen') return 'its history does not begin'
      for (const [at, { seq, from_state, to_state, step, cause }] of way.entries()) {
        if (seq !== at + 1) return `its history has a gap at ${at + 1}`
        if (!cause) return 'a step has no cause'
        if (at === 0) continue
        if (from_state !== way[at - 1]?.to_state)
          return `step ${seq} begins elsewhere than the last one ended`
        if (after(from_state as State, step as Step) !== to_state)
          return `${step} from ${from_state} is no step`
      }
      return way.at(-1)?.to_state !== state && `is ${state}, its history says ${way.at(-1)?.to_state}`
    },
    ({ id }) => id,
  )
}

const resting = ['frozen', 'paid', 'batched', 'printed']

export const S2: Check = ({ snapshot }, { escalated, disputes, forgotten }) => {
  const isEscalated = (letter: string) => escalated.has(letter)
  const over = new Set(
    snapshot.letters.flatMap(({ id, state }) => (state === 'cancelled' || state === 'expired' ? [id] : [])),
  )
  const letterOf = new Map(snapshot.payments.map(({ id, letter_id }) => [id, letter_id]))
  const intentOf = new Map(snapshot.payments.map(({ id, intent_id }) => [id, intent_id ?? '']))
  const mayWait = (payment: string) => {
    const intent = intentOf.get(payment) ?? ''
    return (
      disputes.get(intent) === 'needs_response' || forgotten.has(intent) || waitsForName(snapshot, intent)
    )
  }
  return both(
    each(
      'S2',
      snapshot.letters,
      ({ id, state }) =>
        (resting.includes(state) || state === 'needs-person') && !isEscalated(id) && `still ${state}`,
      ({ id }) => id,
    ),
    each(
      'S2',
      snapshot.payments,
      ({ letter_id, state }) => state === 'open' && !isEscalated(letter_id) && 'its payment is still open',
      ({ letter_id }) => letter_id,
    ),
    each(
      'S2',
      snapshot.refunds,
      ({ payment_id, settled }) =>
        !settled && !isEscalated(letterOf.get(payment_id) ?? '') && 'its refund was asked for and not made',
      ({ payment_id }) => letterOf.get(payment_id),
    ),
    each(
      'S2',
      snapshot.jobs,
      // A refund waits for the bank, for an unnamed refund of its order, or for a payment the provider forgot.
      ({ kind, key, done }) => !done && !(kind === 'refund' && mayWait(key)) && `a job (${kind}) is not done`,
      ({ key }) => letterOf.get(key),
    ),
    each(
      'S2',
      snapshot.prints,
      ({ letter_id, state }) =>
        /waiting|batched/.test(state) &&
        (over.has(letter_id) || !isEscalated(letter_id)) &&
        `its print is ${state}`,
      ({ letter_id }) => letter_id,
    ),
  )
}

export const S3: Check = ({ acks, snapshot }) => {
  const letters = new Map(snapshot.letters.map((letter) => [letter.id, letter]))
  const cancelled = new Set(
    snapshot.steps.filter(({ to_state }) => to_state === 'cancelled').map(({ letter_id }) => letter_id),
  )
  const orders = groupBy(snapshot.payments, ({ intent_id }) => intent_id ?? '')
  return each(
    'S3',
    acks.flatMap((ack) =>
      ack.did === 'freeze' || ack.did === 'see' || ack.did === 'intent' || ack.did === 'cancel' ? [ack] : [],
    ),
    (ack) => {
      const letter = letters.get(ack.letter)
      if (!letter) return 'was acknowledged and is gone'
      if (ack.did === 'cancel')
        return !cancelled.has(ack.letter) && 'was acknowledged as cancelled and is not'
      if (ack.did !== 'intent') return undefined
      const paidFor = orders.get(ack.intent)?.map(({ letter_id }) => letter_id)
      if (!paidFor) return 'has forgotten an intent it gave out'
      const isAsked = ack.letters?.toSorted().join() ?? paidFor.toSorted().join()
      return paidFor.toSorted().join() !== isAsked && 'its intent is for other letters than were asked for'
    },
    ({ letter }) => letter,
  )
}

/** The same letter, sent again while unpaid, stays one letter. A payment has one intent. */
export const S4: Check = ({ acks, snapshot }, facts) => {
  const asked = groupBy(entries(acks, 'freeze'), (ack) => ack.asked)
  const letters = new Map(snapshot.letters.map((letter) => [letter.id, letter]))
  // Another printed date makes another letter.
  const twice = (same: { letter: string }[]) => {
    const known = [...new Set(same.map(({ letter }) => letter))].flatMap((id) => letters.get(id) ?? [])
    return known.some((one) =>
      known.some(
        (other) =>
          one !== other &&
          one.day === other.day &&
          other.from >= one.from &&
          other.from < (one.until ?? Infinity),
      ),
    )
  }
  return both(
    each(
      'S4',
      asked.values(),
      (same) => twice(same) && 'became two letters',
      ([first]) => first?.letter,
    ),
    each(
      'S4',
      facts.intentsOf,
      ([letter, intents]) => {
        const known = snapshot.payments.filter(({ letter_id }) => letter_id === letter)
        const isOurs = letters.has(letter)
        return (
          isOurs && intents.length > known.length && `${intents.length} intents for ${known.length} payments`
        )
      },
      ([letter]) => letter,
    ),
  )
}
