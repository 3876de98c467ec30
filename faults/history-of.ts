import type { Evidence } from './check/evidence.ts'

/** Everything the ledgers and the database know about a letter, to find the cause of a violation. */
export function historyOf({ snapshot, cards, printLog, acks }: Evidence, letter: string): string[] {
  const payments = snapshot.payments.filter(({ letter_id }) => letter_id === letter)
  const ids = new Set([
    letter,
    ...payments.flatMap(({ id, intent_id }) => [id, ...(intent_id ? [intent_id] : [])]),
  ])
  const of = (what: string, list: object[]) =>
    list
      .filter((one) => Object.values(one).some((value) => typeof value === 'string' && ids.has(value)))
      .map((one) => `${what} ${JSON.stringify(one)}`)
  return [
    ...of('letter', snapshot.letters),
    ...of('step', snapshot.steps),
    ...of('payment', snapshot.payments),
    ...of('refund', snapshot.refunds),
    ...of('card refund', snapshot.cardRefunds),
    ...of('issue', snapshot.issues),
    ...of('print', snapshot.prints),
    ...of('job', snapshot.jobs),
    ...of('ack', acks),
    ...of('provider', cards),
    ...of('paper', printLog),
  ]
}
