import { entries } from '../../ledger.ts'
import { lettersOf, shareOf, takenFor, type Facts } from '../facts.ts'
import { idOf } from './message-id.ts'
import { receipts } from './receipts.ts'
import { actionsOf, sharedMails } from './shared-mails.ts'
import { both, each, groupBy, type Check } from '../violation.ts'

const isOurs = ({ key }: { key: string }) => key.startsWith('refund:')

export const E1: Check = (evidence, facts) => {
  const { snapshot, mails } = evidence
  const sink = groupBy(mails, ({ messageId }) => idOf(messageId))
  const rows = new Map(snapshot.mails.map((row) => [row.id, row]))
  const has = new Set(snapshot.mails.map(({ kind, key }) => `${kind} ${key}`))
  const lettersThatTook = (wanted: string) =>
    new Set(snapshot.steps.flatMap(({ step, letter_id }) => (step === wanted ? [letter_id] : [])))
  const posted = lettersThatTook('post')
  const cancelled = lettersThatTook('cancel')
  // An operator may refund an escalated letter and lose the answer.
  const waiting = new Set(snapshot.letters.flatMap(({ id, state }) => (state === 'needs-person' ? [id] : [])))
  // Erasing an account also removes its queued mails.
  const gone = entries(evidence.acks, 'erase').map(({ account }) => account)
  const isErased = (to: string) =>
    gone.some((account) => to === account || to === `${account.slice(0, 8)}@ejemplo.test`)
  const decided = new Set(entries(evidence.acks, 'decide').map(({ letter }) => letter))
  const refunded = givenBack(facts)
  return both(
    each(
      'E1',
      snapshot.mails,
      ({ id, kind, sent, given_up }) => {
        if (given_up) return `${kind} was given up`
        if (!sent) return `${kind} was never sent`
        return !sink.has(id) && `${kind} counts as sent and never arrived`
      },
      ({ key }) => key,
    ),
    each(
      'E1',
      [...sink].filter(([, [first]]) => !isErased(first?.to ?? '')),
      ([id]) => !rows.has(id) && 'a message arrived that was never queued',
    ),
    receipts(evidence, facts),
    sharedMails('posted')(evidence, facts),
    sharedMails('cancelled')(evidence, facts),
    each(
      'E1',
      snapshot.mails.filter(({ kind }) => kind === 'posted'),
      ({ key }) => !posted.has(key) && 'has a posted mail and was never posted',
      ({ key }) => key,
    ),
    each(
      'E1',
      snapshot.mails.filter(({ kind }) => kind === 'cancelled'),
      ({ key }) =>
        !refunded.has(key) && !cancelled.has(key) && 'has a cancellation mail and was never cancelled',
      ({ key }) => key,
    ),
    each(
      'E1',
      refunded,
      (letter) =>
        !has.has(`cancelled ${letter}`) &&
        !decided.has(letter) &&
        !waiting.has(letter) &&
        'has no mail about its refund',
      (letter) => letter,
    ),
    sums(evidence, facts),
  )
}

/** The letters that the server itself refunded. */
const givenBack = (facts: Facts) =>
  new Set(
    [...facts.refunds].flatMap(([intent, refunds]) =>
      lettersOf(facts, intent).filter((letter) =>
        refunds.some((one) => isOurs(one) && shareOf(facts, intent, one, letter) > 0),
      ),
    ),
  )

/** The sums in a cancellation mail are right, where its text is in the ledger. */
const sums: Check = (evidence, facts) => {
  const { snapshot, mails } = evidence
  const actions = actionsOf(evidence, facts, 'cancelled')
  const rows = new Map(snapshot.mails.map((row) => [row.id, row]))
  const about = mails.flatMap(({ messageId, text }) => {
    const row = rows.get(idOf(messageId))
    return text !== undefined && row?.kind === 'cancelled' ? [{ text, letter: row.key, at: row.at }] : []
  })
  return each(
    'E1',
    about,
    ({ text, letter, at }) => {
      const intents = (facts.intentsOf.get(letter) ?? []).filter((intent) => facts.charges.has(intent))
      const letters = actions.get(letter) ?? [letter]
      const ofAll = (part: (one: string) => number) => letters.reduce((sum, one) => sum + part(one), 0)
      const taken = intents.map((intent) => ofAll((one) => takenFor(facts, intent, one)))
      const outside = intents.map((intent) =>
        (facts.refunds.get(intent) ?? []).reduce(
          (sum, back) => (isOurs(back) ? sum : sum + ofAll((one) => shareOf(facts, intent, back, one))),
          0,
        ),
      )
      const stated = /Devolvemos ([\d.,]+)\s*€/.exec(text)?.[1]
      if (stated !== undefined) {
        const cents = Math.round(Number(stated.replaceAll('.', '').replace(',', '.')) * 100)
        const total = (list: number[]) => list.reduce((sum, one) => sum + one, 0)
        const left = taken.map((one, at) => one - (outside[at] ?? 0))
        const possible = [...taken, ...outside, ...left, total(taken), total(outside), total(left)]
        return (
          !possible.includes(cents) && `says ${cents} go back, of ${taken.join(' + ') || 'nothing'} taken`
        )
      }
      const wasTaken = intents.some((intent) => (facts.charges.get(intent)?.at ?? Infinity) < at)
      return (
        wasTaken && text.includes('No se le ha cobrado nada') && 'says that nothing was taken, and it was'
      )
    },
    ({ letter }) => letter,
  )
}

/** Counts duplicates. They are allowed. */
export const doubledMails = (mails: { messageId: string }[]): number =>
  mails.length - new Set(mails.map(({ messageId }) => messageId)).size
