import type { Evidence, Snapshot } from './evidence.ts'
import { charged, lettersOf, shareOf, shownFor, waitsForName, type Facts } from './facts.ts'
import { foldedHash } from './folded-hash.ts'
import { each, type Check } from './violation.ts'

type Issue = Snapshot['issues'][number]
type Payment = Snapshot['payments'][number]
type About = {
  evidence: Evidence
  facts: Facts
  reference: string
  letter: string | undefined
  intent: string | undefined
  payment: Payment | undefined
  settled: boolean
}

const took = ({ evidence, letter }: About, steps: string[]) =>
  evidence.snapshot.steps.some(({ letter_id, step }) => letter_id === letter && steps.includes(step))

const refundsOf = ({ facts, intent }: About) => facts.refunds.get(intent ?? '') ?? []
const disputesOf = ({ facts, letter }: About) =>
  (facts.intentsOf.get(letter ?? '') ?? []).flatMap((intent) => facts.disputes.get(intent) ?? [])
const isGone = ({ state }: { state: string }) => state === 'failed' || state === 'canceled'

/** What must have happened for each kind of alert. A kind that is not listed has its cause outside the ledgers. */
const causes: Record<string, (about: About) => boolean> = {
  dispute: (about) => disputesOf(about).length > 0,
  'dispute-won': (about) => disputesOf(about).includes('won'),
  'dispute-lost': (about) => disputesOf(about).includes('lost'),
  'payment-mismatch': ({ evidence, facts, intent = '' }) => {
    const charge = facts.charges.get(intent)
    const made = evidence.cards.find((entry) => entry.did === 'make' && entry.intent === intent)
    const stored = new Map(evidence.snapshot.letters.map(({ id, pdf_sha256 }) => [id, pdf_sha256]))
    const hashes = lettersOf(facts, intent).map((one) => [one, stored.get(one) ?? ''] as const)
    const isOther = made?.did === 'make' && made.sha256 !== foldedHash(hashes)
    return !!charge && (charge.cents !== shownFor(facts, intent) || !charge.live || isOther)
  },
  'payment-unknown': ({ facts, reference, evidence }) =>
    facts.charges.has(reference) &&
    !evidence.snapshot.payments.some(({ intent_id }) => intent_id === reference),
  'payment-unreadable': ({ facts, intent }) => facts.forgotten.has(intent ?? ''),
  'paid-unexpectedly': (about) => took(about, ['doubt']) && charged(about.facts, about.intent ?? '') > 0,
  'paid-after-end': (about) =>
    took(about, ['cancel', 'replace', 'expire']) && charged(about.facts, about.intent ?? '') > 0,
  'refunded-outside': ({ facts, reference }) =>
    [...facts.refunds.values()].flat().some(({ id, key }) => id === reference && !key.startsWith('refund:')),
  'refund-unnamed': ({ facts, reference }) =>
    [...facts.refunds.values()].flat().some(({ id, letter }) => id === reference && !letter),
  'refund-failed': (about) =>
    [...about.facts.refunds.values()]
      .flat()
      .some((one) => one.id === about.reference && (isGone(one) || one.hasSucceeded)),
  // A settled one is fine: the refund was only late.
  'refund-stuck': (about) =>
    about.settled ||
    about.facts.forgotten.has(about.intent ?? '') ||
    waitsForName(about.evidence.snapshot, about.intent ?? '') ||
    refundsOf(about).some(isGone),
  'test-money': ({ facts, letter }) =>
    !(facts.intentsOf.get(letter ?? '') ?? []).some((intent) => facts.charges.get(intent)?.live),
  'print-damaged': ({ evidence, letter }) =>
    evidence.acks.some((ack) => ack.did === 'damage' && ack.letter === letter),
  'batch-differs': () => false,
}

export function causeOf(evidence: Evidence, facts: Facts, { kind, letter_id, reference, settled }: Issue) {
  // Each letter of an order has its own issue. The reference is the intent, for all but the first followed by the letter's id.
  const [named = ''] = reference.split(' ')
  const payment = evidence.snapshot.payments.find(
    (one) => one.id === named || (one.intent_id === named && one.letter_id === (letter_id ?? one.letter_id)),
  )
  const intent = payment?.intent_id ?? (facts.orderOf.has(named) ? named : undefined)
  const letter = letter_id ?? payment?.letter_id ?? facts.orderOf.get(reference)
  const about = { evidence, facts, reference, letter, intent, payment, settled }
  return { letter, hasCause: causes[kind]?.(about) ?? true }
}

/** Each alert has a cause. Each dispute and each failed refund has an alert. */
export const P1: Check = (evidence, facts) => {
  const { snapshot } = evidence
  const kinds = new Map<string, Set<string>>()
  for (const issue of snapshot.issues) {
    const { letter = '' } = causeOf(evidence, facts, issue)
    kinds.set(letter, (kinds.get(letter) ?? new Set()).add(issue.kind))
  }
  const isKnown = (intent: string) =>
    !facts.forgotten.has(intent) && snapshot.payments.some(({ intent_id }) => intent_id === intent)
  const wanted = [
    ...[...facts.disputes].flatMap(([intent, state]) =>
      state === 'won'
        ? []
        : [
            {
              intent,
              letters: lettersOf(facts, intent),
              kind: state === 'lost' ? 'dispute-lost' : 'dispute',
            },
          ],
    ),
    ...[...facts.refunds].flatMap(([intent, refunds]) =>
      refunds.filter(isGone).map((one) => ({
        intent,
        letters: lettersOf(facts, intent).filter((letter) => shareOf(facts, intent, one, letter) > 0),
        kind: 'refund-failed',
      })),
    ),
  ].filter(({ intent }) => isKnown(intent))
  const found = each(
    'P1',
    snapshot.issues,
    (issue) => !causeOf(evidence, facts, issue).hasCause && `has an alert (${issue.kind}) without cause`,
    (issue) => causeOf(evidence, facts, issue).letter,
  )
  const missing = each(
    'P1',
    wanted.flatMap(({ letters, kind }) => letters.map((letter) => ({ letter, kind }))),
    ({ letter, kind }) => !kinds.get(letter)?.has(kind) && `has no alert (${kind})`,
    ({ letter }) => letter,
  )
  return {
    cases: found.cases + missing.cases,
    violations: [...found.violations, ...missing.violations],
  }
}
