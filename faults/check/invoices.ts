import type { Snapshot } from './evidence.ts'
import { backFor, takenFor, type Facts } from './facts.ts'
import { both, each, groupBy, type Check, type Finding } from './violation.ts'

type Invoice = Snapshot['invoices'][number]

/** Series and chain have no gap and no duplicate, at any moment. */
export function numbered(invoices: Invoice[]): Finding {
  const rows = [...groupBy(invoices, ({ series }) => series)].map(([series, list]) => ({
    what: `numbers of ${series}`,
    places: list.map(({ place }) => place),
  }))
  const chains = [...groupBy(invoices, ({ chain }) => chain)].map(([chain, list]) => ({
    what: `records of ${chain}`,
    places: list.map(({ seq }) => seq),
  }))
  return each('B1', [...rows, ...chains], ({ what, places }) => {
    const wrong = places.toSorted((a, b) => a - b).find((place, at) => place !== at + 1)
    return wrong !== undefined && `${what}: a gap or a double before ${wrong}`
  })
}

/** For an idle server: each sale has one invoice, and invoices sum to the provider's ledger. */
export const B1: Check = ({ snapshot }, facts) => {
  const of = groupBy(snapshot.invoices, ({ payment_id }) => payment_id)
  return both(
    numbered(snapshot.invoices),
    each(
      'B1',
      snapshot.payments,
      (payment) => wrongWith(payment, of.get(payment.id) ?? [], facts),
      ({ letter_id }) => letter_id,
    ),
  )
}

function wrongWith(
  { intent_id, letter_id, paid }: Snapshot['payments'][number],
  invoices: Invoice[],
  facts: Facts,
) {
  const intent = intent_id ?? ''
  const sum = (kind: string) =>
    invoices.reduce((cents, one) => (one.kind === kind ? cents + one.total_cents : cents), 0)
  const first = invoices.filter(({ kind }) => kind === 'simplificada').length
  if (first !== Number(paid)) return `has ${first} invoices where ${Number(paid)} is due`
  if (!paid || facts.forgotten.has(intent)) return undefined
  const [taken, gone] = [takenFor(facts, intent, letter_id), backFor(facts, intent, letter_id)]
  if (sum('simplificada') !== taken) return `${sum('simplificada')} are invoiced where ${taken} were charged`
  return -sum('rectificativa') !== gone && `${-sum('rectificativa')} are corrected where ${gone} went back`
}
