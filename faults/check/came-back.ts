import { entries } from '../ledger.ts'
import { kept } from './facts.ts'
import { both, each, groupBy, type Check } from './violation.ts'

/** A returned letter is sent again at most once, paid, for the postage alone, and only after a return was reported. */
export const A1: Check = ({ snapshot, acks }, facts) => {
  const letters = new Map(snapshot.letters.map((letter) => [letter.id, letter]))
  const steps = snapshot.steps.flatMap(({ step, letter_id }) => (step === 'return' ? [letter_id] : []))
  const cameBack = new Set(steps)
  const marks = entries(acks, 'return')
  const marked = new Set(marks.map(({ letter }) => letter))
  const mailed = new Set(snapshot.mails.flatMap(({ kind, key }) => (kind === 'returned' ? [key] : [])))
  const seconds = groupBy(
    snapshot.letters.filter(({ again_of }) => again_of !== null),
    ({ again_of }) => again_of!,
  )
  return both(
    each(
      'A1',
      seconds,
      ([first, letters]) => {
        if (!cameBack.has(first)) return 'is sent again and never came back'
        const dear = letters.find(({ total_cents, postage }) => total_cents !== postage)
        if (dear) return `is sent again for ${dear.total_cents} where the postage is ${dear.postage}`
        const unpaid = letters.some(({ id }) => facts.printsOf.has(id) && !facts.intentsOf.has(id))
        if (unpaid) return 'is printed again without a payment'
        const printed = letters.reduce((sum, { id }) => sum + (facts.printsOf.get(id) ?? 0), 0)
        if (printed > 1) return `is printed again ${printed} times`
        const living = letters.filter(({ state }) => state !== 'cancelled' && state !== 'expired')
        if (living.length > 1) return `goes again in ${living.length} letters`
        // A bank may refuse a refund: an operator has an alert then.
        const paid = letters.filter(({ id }) => kept(facts, id) > 0 && !facts.escalated.has(id))
        return paid.length > 1 && `is paid again ${paid.length} times`
      },
      ([first]) => first,
    ),
    each(
      'A1',
      acks.flatMap((ack) => (ack.did === 'freeze' && ack.again ? [ack] : [])),
      ({ letter, again }) => letters.get(letter)?.again_of !== again && `does not go again for ${again}`,
      ({ letter }) => letter,
    ),
    each(
      'A1',
      marks.filter(({ heard }) => heard),
      ({ letter }) => !cameBack.has(letter) && 'was marked as returned and is not',
      ({ letter }) => letter,
    ),
    each(
      'A1',
      steps,
      (letter) => {
        if (!marked.has(letter)) return 'is returned without a report'
        return !mailed.has(letter) && !letters.get(letter)?.erased && 'has no mail about its return'
      },
      (letter) => letter,
    ),
    each(
      'A1',
      mailed,
      (letter) => !cameBack.has(letter) && 'has a mail about a return that never happened',
      (letter) => letter,
    ),
  )
}
