import { entries } from '../ledger.ts'
import { kept, lettersOf } from './facts.ts'
import { foldedHash } from './folded-hash.ts'
import { both, each, groupBy, type Check } from './violation.ts'

export const M1: Check = (_evidence, facts) =>
  each(
    'M1',
    [...facts.intentsOf.keys()].filter((letter) => kept(facts, letter) > 0),
    (letter) => {
      const times = facts.printsOf.get(letter) ?? 0
      const intents = facts.intentsOf.get(letter) ?? []
      if (intents.some((intent) => facts.forgotten.has(intent)) && times <= 1) return undefined
      // An escalated letter keeps the promise unless it is printed twice.
      if (times === 0 && facts.escalated.has(letter)) return undefined
      return times !== 1 && `paid and printed ${times} times`
    },
    (letter) => letter,
  )

export const M2: Check = (_evidence, facts) =>
  each(
    'M2',
    facts.printsOf.keys(),
    (letter) => {
      const intents = facts.intentsOf.get(letter) ?? []
      return (
        !intents.some((intent) => facts.charges.get(intent)?.live) &&
        'was printed and never paid with real money'
      )
    },
    (letter) => letter,
  )

export const M5: Check = ({ acks, printLog, snapshot, cards }, facts) => {
  const seen = new Map(acks.flatMap((ack) => (ack.did === 'see' ? [[ack.letter, ack]] : [])))
  const stored = new Map(snapshot.letters.map(({ id, pdf_sha256 }) => [id, pdf_sha256]))
  const made = cards.flatMap((entry) => (entry.did === 'make' && entry.app === 'lacre' ? [entry] : []))
  const frozen = entries(acks, 'freeze')
  return both(
    each(
      'M5',
      seen.values(),
      ({ letter, sha256 }) => sha256 !== stored.get(letter) && 'the pages seen have another hash than stored',
      ({ letter }) => letter,
    ),
    each(
      'M5',
      frozen,
      ({ letter, hash }) =>
        !stored.get(letter)?.startsWith(hash) && 'the hash shown differs from the stored one',
      ({ letter }) => letter,
    ),
    each(
      'M5',
      made,
      ({ intent, sha256 }) => {
        const letters = lettersOf(facts, intent)
        const isPrinted = letters.some((letter) => facts.printsOf.has(letter))
        const hashes = letters.map((letter) => [letter, stored.get(letter) ?? ''] as const)
        return isPrinted && sha256 !== foldedHash(hashes) && 'the intent has other hashes than its letters'
      },
      ({ letter }) => letter,
    ),
    each(
      'M5',
      entries(printLog, 'print'),
      ({ letter, sha256, pages }) => {
        const shown = seen.get(letter)
        if (sha256 !== stored.get(letter)) return 'the list names another hash than stored'
        return (
          shown &&
          pages.length > 0 &&
          shown.pages.join() !== pages.join() &&
          'other pages were printed than were seen'
        )
      },
      ({ letter }) => letter,
    ),
  )
}

const plain = (text: string) => text.replaceAll(/\s+/g, '').toUpperCase()

export const M6: Check = ({ acks, printLog }) => {
  const written = new Map(acks.flatMap((ack) => (ack.did === 'freeze' ? [[ack.letter, ack.recipient]] : [])))
  return each(
    'M6',
    printLog.flatMap((entry) =>
      entry.did === 'print' && entry.words && written.has(entry.letter) ? [entry] : [],
    ),
    ({ letter, words }) =>
      !plain(words).includes(plain(written.get(letter) ?? '')) && 'another recipient stands on the paper',
    ({ letter }) => letter,
  )
}

/** All letters of a posted batch are posted in the database. */
export const paperTrail: Check = ({ printLog, snapshot }) => {
  const posted = new Set(entries(printLog, 'post').map(({ batch }) => batch))
  const batches = groupBy(snapshot.prints, ({ batch_id }) => `B${String(batch_id).padStart(4, '0')}`)
  return each('S2', posted, (batch) => {
    const left = batches.get(batch)?.filter(({ state }) => state === 'batched' || state === 'printed') ?? []
    return left.length > 0 && `${batch} was posted and ${left.length} of its letters were not`
  })
}
