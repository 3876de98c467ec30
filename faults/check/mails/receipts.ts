import { shortHash } from '@lacre/letter/order-number.ts'
import { lettersOf, takenFor, type Facts } from '../facts.ts'
import { idOf } from './message-id.ts'
import { both, each, type Check } from '../violation.ts'

/** Each paid letter is in the receipt of its order. The receipt is sent once and names the charged sum. */
export const receipts: Check = (evidence, facts) => {
  const { snapshot, mails } = evidence
  const took = (wanted: string) =>
    new Set(snapshot.steps.flatMap(({ step, letter_id }) => (step === wanted ? [letter_id] : [])))
  const [paid, resumed] = [took('pay'), took('resume')]
  const erased = new Set(snapshot.letters.flatMap((letter) => (letter.erased ? [letter.id] : [])))
  const hashes = new Map(snapshot.letters.map(({ id, pdf_sha256 }) => [id, shortHash(pdf_sha256)]))
  const sent = snapshot.mails.filter(({ kind }) => kind === 'receipt')
  const keys = new Set(sent.map(({ key }) => key))
  const texts = new Map(mails.map(({ messageId, text }) => [idOf(messageId), text]))
  const receiptsOf = (intent: string) => sent.filter(({ key }) => namesOf(facts, intent).includes(key))
  const paidIntents = [...facts.charges.keys()].filter(
    (intent) => facts.partsOf.has(intent) && lettersOf(facts, intent).some((letter) => paid.has(letter)),
  )
  return both(
    each(
      'E1',
      paid,
      (letter) => {
        const intents = facts.intentsOf.get(letter) ?? []
        const isTold = keys.has(letter) || intents.some((intent) => receiptsOf(intent).length > 0)
        return !isTold && !erased.has(letter) && 'has no receipt'
      },
      (letter) => letter,
    ),
    each(
      'E1',
      sent,
      ({ key }) =>
        !paid.has(key) &&
        !resumed.has(key) &&
        !paidIntents.some((intent) => namesOf(facts, intent).includes(key)) &&
        'has a receipt and was never paid',
      ({ key }) => key,
    ),
    each(
      'E1',
      paidIntents,
      (intent) => {
        const letters = lettersOf(facts, intent).filter((letter) => paid.has(letter))
        // A letter in doubt at the payment gets a separate receipt when an operator resumes it.
        const own = receiptsOf(intent).filter(({ key }) => paid.has(key))
        if (own.length > 1) return `its order has ${own.length} receipts`
        const text = texts.get(own[0]?.id ?? '')
        if (text === undefined) return undefined
        const missing = letters.find((letter) => !text.includes(hashes.get(letter) ?? ''))
        if (missing) return 'a letter of the order is missing in its receipt'
        const total = letters.reduce((sum, letter) => sum + takenFor(facts, intent, letter), 0)
        return !text.includes(euros(total)) && `its receipt does not say that ${total} were taken`
      },
      (intent) => lettersOf(facts, intent)[0],
    ),
  )
}

/** The keys that a mail about an order may have in the outbox. */
const namesOf = (facts: Facts, intent: string) => [
  facts.orderOf.get(intent) ?? '',
  ...lettersOf(facts, intent),
]

const euros = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
