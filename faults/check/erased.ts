import { entries } from '../ledger.ts'
import { kept } from './facts.ts'
import { both, each, type Check } from './violation.ts'

const unfinished = ['frozen', 'paid', 'batched', 'printed', 'needs-person']

export const X1: Check = ({ snapshot, acks }, facts) => {
  const erased = new Set(entries(acks, 'erase').map(({ account }) => account))
  const theirs = new Set(
    acks.flatMap((ack) => (ack.did === 'freeze' && erased.has(ack.account) ? [ack.letter] : [])),
  )
  return both(
    each(
      'X1',
      snapshot.letters.filter(({ id }) => theirs.has(id)),
      (letter) => !letter.erased && 'was acknowledged as erased and is not',
      ({ id }) => id,
    ),
    each(
      'X1',
      snapshot.letters.filter((letter) => letter.erased),
      ({ id, state, words }) => {
        if (words) return 'its words survive the erased account'
        if (unfinished.includes(state)) return `is ${state}, and its account is erased`
        const isOnPaper = (facts.printsOf.get(id) ?? 0) > 0
        return (
          !isOnPaper &&
          kept(facts, id) > 0 &&
          !facts.escalated.has(id) &&
          'was paid, and its words are destroyed'
        )
      },
      ({ id }) => id,
    ),
    each('X1', snapshot.signatures, ({ erased }) => erased && 'an erased account keeps its signature'),
  )
}
