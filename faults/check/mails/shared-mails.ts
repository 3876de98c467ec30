import { orderNumber } from '../../../letter/order-number.ts'
import type { Evidence } from '../evidence.ts'
import { lettersOf, type Facts } from '../facts.ts'
import { idOf } from './message-id.ts'
import { both, each, groupBy, type Check } from '../violation.ts'

/** The steps that letters of an order take together; one mail covers them. */
const steps = { posted: 'post', cancelled: 'cancel' } as const
type Kind = keyof typeof steps

/**
 * For each letter, the letters of its order (itself included) that took the step in the same action: posted with the same
 * batch, or cancelled by a refund of the provider. Only the first time counts.
 */
export function actionsOf({ snapshot }: Evidence, facts: Facts, kind: Kind): Map<string, string[]> {
  const batches = new Map(snapshot.prints.toSorted(byAttempt).map((job) => [job.letter_id, job.batch_id]))
  const took = snapshot.steps.filter(({ step }) => step === steps[kind])
  const first = new Map(took.toReversed().map((one) => [one.letter_id, one]))
  const actionOf = (letter: string) => {
    const [taken, batch] = [first.get(letter), batches.get(letter)]
    const isShared = kind === 'posted' ? batch != null : taken?.cause === 'card-provider'
    const order = facts.intentsOf.get(letter)?.find((intent) => facts.charges.has(intent))
    return taken && isShared && order ? `${order} ${taken.at} ${kind === 'posted' ? batch : ''}` : letter
  }
  const actions = groupBy([...first.keys()], actionOf)
  return new Map([...actions.values()].flatMap((letters) => letters.map((one) => [one, letters])))
}

const byAttempt = (one: { attempt: number }, other: { attempt: number }) => one.attempt - other.attempt

/** One mail for the letters of an action; it names all of them and no other. */
export const sharedMails =
  (kind: Kind): Check =>
  (evidence, facts) => {
    const { snapshot, mails } = evidence
    const actions = actionsOf(evidence, facts, kind)
    const rows = snapshot.mails.filter((row) => row.kind === kind)
    const keys = new Set(rows.map(({ key }) => key))
    const erased = new Set(snapshot.letters.flatMap((letter) => (letter.erased ? [letter.id] : [])))
    const byProvider = new Set(
      snapshot.steps.flatMap((one) =>
        one.step === 'cancel' && one.cause === 'card-provider' ? [one.letter_id] : [],
      ),
    )
    const texts = new Map(mails.map(({ messageId, text }) => [idOf(messageId), text]))
    return both(
      each(
        'E1',
        [...actions].filter(([letter]) => kind === 'posted' || byProvider.has(letter)),
        ([letter, letters]) =>
          // An erased account gets no mail but those about refunds.
          !letters.some((one) => keys.has(one)) && !erased.has(letter) && `has no mail that it was ${kind}`,
        ([letter]) => letter,
      ),
      each(
        'E1',
        rows,
        ({ id, key }) => {
          const along = actions.get(key) ?? [key]
          if (along.filter((one) => keys.has(one)).length > 1)
            return `has one mail for each letter that was ${kind}`
          const text = texts.get(id)
          if (text === undefined) return undefined
          const named = ordered(facts, key).filter((one) => text.includes(orderNumber(one)))
          if (along.some((one) => !named.includes(one)))
            return `a letter is missing in the mail that they were ${kind}`
          return (
            named.length > along.length && `the mail that it was ${kind} names a letter of another action`
          )
        },
        ({ key }) => key,
      ),
    )
  }

/** All letters that ever shared an order with it. */
const ordered = (facts: Facts, letter: string) => [
  ...new Set([letter, ...(facts.intentsOf.get(letter) ?? []).flatMap((intent) => lettersOf(facts, intent))]),
]
