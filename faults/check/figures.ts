import { entries } from '../ledger.ts'
import type { Done, Span } from '../layers/troubles.ts'
import type { Checked } from './check.ts'
import type { Evidence } from './evidence.ts'
import { doubledMails } from './mails/mails.ts'
import { each, groupBy } from './violation.ts'

const deliveriesOf = ({ cards }: Evidence) => entries(cards, 'deliver')

/** Paid orders of several letters. */
export function ordersIn({ cards, snapshot }: Evidence): number {
  const charged = new Set(entries(cards, 'charge').map(({ intent }) => intent))
  const orders = groupBy(snapshot.payments, ({ intent_id }) => intent_id ?? '')
  return [...orders].filter(([intent, rows]) => charged.has(intent) && rows.length > 1).length
}

const printedAgain = ({ snapshot, printLog }: Evidence) => {
  const printed = new Set(entries(printLog, 'print').map(({ letter }) => letter))
  return snapshot.letters.filter(({ id, again_of }) => again_of !== null && printed.has(id)).length
}

/** Counts for the report. */
export function readFigures(evidence: Evidence): Record<string, number | string> {
  const { cards, mails, printLog, snapshot, acks } = evidence
  const count = (what: (typeof cards)[number]['did']) => cards.filter(({ did }) => did === what).length
  const disputes = (state: string) =>
    cards.filter((entry) => entry.did === 'dispute' && entry.state === state).length
  const deliveries = deliveriesOf(evidence)
  const doubled = doubledMails(mails)
  return {
    letters: snapshot.letters.length,
    'orders of several letters paid': ordersIn(evidence),
    'charges at the provider': count('charge'),
    refunds: count('refund'),
    'disputes opened': disputes('needs_response'),
    'disputes won or lost': disputes('won') + disputes('lost'),
    'payments that took hours': count('process'),
    'accounts erased': acks.filter(({ did }) => did === 'erase').length,
    'letters returned': snapshot.steps.filter(({ step }) => step === 'return').length,
    'of them sent again, and printed': printedAgain(evidence),
    'letters printed': printLog.filter(({ did }) => did === 'print').length,
    'events carried': deliveries.length,
    'of them late': deliveries.filter(({ how }) => how === 'late').length,
    'events lost for good': count('lose'),
    'mails arrived': mails.length,
    'mails that came more than once': `${doubled} (${((100 * doubled) / Math.max(1, mails.length)).toFixed(1)} %)`,
    'alerts to an operator': snapshot.issues.length,
  }
}

/** Coverage goals: rare events, and how often they were seen. */
export function coverageOf(evidence: Evidence, counts: Record<string, number>): Record<string, number> {
  const { acks, mails } = evidence
  const deliveries = deliveriesOf(evidence)
  const perIntent = [...groupBy(deliveries, ({ intent }) => intent).values()]
  const heard = ({ status }: { status: number }) => status >= 200 && status < 300
  const lost = new Set(
    evidence.cards.flatMap((entry) =>
      entry.did === 'lose' && entry.type.endsWith('succeeded') ? [entry.intent] : [],
    ),
  )
  const delivered = new Set(
    deliveries.filter((one) => heard(one) && one.type.endsWith('succeeded')).map(({ intent }) => intent),
  )
  const booked = new Set(
    evidence.snapshot.payments.filter(({ state }) => state !== 'open').map(({ intent_id }) => intent_id),
  )
  return {
    'the same event twice in parallel': deliveries.filter(({ how }) => how === 'in-parallel').length,
    'a decline delivered after the payment': perIntent.filter((list) => {
      const paid = list.findIndex((one) => heard(one) && one.type.endsWith('succeeded'))
      return paid >= 0 && list.slice(paid).some((one) => heard(one) && one.type.endsWith('payment_failed'))
    }).length,
    'an event without an answer, delivered again': deliveries.filter(({ status }) => status === 0).length,
    'a payment found whose event was lost': [...lost].filter(
      (intent) => !delivered.has(intent) && booked.has(intent),
    ).length,
    'a forged event refused': deliveries.filter(({ how, status }) => how === 'forged' && status === 400)
      .length,
    'an answer of the provider lost': counts['answers of the card provider lost'] ?? 0,
    'cancelled in time and refunded': evidence.snapshot.refunds.length,
    'returned, sent again and printed': printedAgain(evidence),
    'cancelled too late': acks.filter((ack) => ack.did === 'refused' && ack.call === 'cancel').length,
    'mail accepted, and the acceptance lost': mails.filter(({ dropped }) => dropped).length,
  }
}

/** E2: letters are printed while the mail server is down, and frozen while the printer is out. */
export function outageFinding({ printLog, acks }: Evidence, done: Done[]): Checked {
  const within = (spans: Span[], at: number) => spans.some(({ from, until }) => at >= from && at <= until)
  const mailOut = done.flatMap(({ mailOut = [] }) => mailOut)
  const pressOut = done.flatMap(({ pressOut = [] }) => pressOut)
  // On a busy machine the few letters of a short run may miss a short outage; a story covers that.
  const long = (spans: Span[]) => spans.reduce((sum, { from, until }) => sum + until - from, 0) > 30_000
  const printed = printLog.filter((entry) => entry.did === 'print' && within(mailOut, entry.at)).length
  const written = acks.filter((ack) => ack.did === 'freeze' && within(pressOut, ack.at)).length
  const sides = [
    { spans: mailOut, seen: printed, what: 'nothing was printed while the mail was down' },
    { spans: pressOut, seen: written, what: 'nothing was frozen while the printer was out' },
  ].filter(({ spans }) => long(spans))
  const E2 = each('E2', sides, ({ seen, what }) => seen === 0 && what)
  return { E2: { ...E2, cases: printed + written } }
}
