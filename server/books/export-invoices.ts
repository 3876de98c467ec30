import type { ExportedFile } from '../ports.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { buyerOf } from './buyer.ts'
import type { BooksDeps } from './deps.ts'
import type { Invoice } from './invoices-table.ts'
import { issueInvoices } from './issue-invoices.ts'
import { setInvoice } from './open-invoice.ts'

/** What its owner is given; the rest is of the chain. */
const shown = [
  'number',
  'kind',
  'corrects',
  'issued_on',
  'supplied_on',
  'lines',
  'base_cents',
  'tax_percent',
  'tax_cents',
  'total_cents',
] as const satisfies (keyof Invoice)[]
const shownOf = (invoice: Invoice) => Object.fromEntries(shown.map((name) => [name, invoice[name]]))

/**
 * All invoices of an account's letters as files, the newest first, those that are due issued before: as paper where there
 * is a typesetter, and as data with the buyer somebody gave.
 */
export async function* exportInvoices(
  deps: BooksDeps & { typesetter: Pick<Typesetter, 'setInvoice'> | undefined },
  accountId: string,
): AsyncGenerator<ExportedFile> {
  await issueInvoices(deps, accountId)
  const invoices = await deps.db
    .selectFrom('invoice')
    .innerJoin('letter', 'letter.id', 'invoice.letter_id')
    .selectAll('invoice')
    .where('letter.account_id', '=', accountId)
    .orderBy('invoice.seq', 'desc')
    .execute()
  const { typesetter } = deps
  for (const invoice of invoices) {
    const at = new Date(invoice.recorded_at)
    const file = (name: string, bytes: Uint8Array): ExportedFile => ({
      name: `facturas/${invoice.number}.${name}`,
      bytes,
      at,
    })
    const buyer = invoice.kind === 'simplificada' ? undefined : await buyerOf(deps, invoice.payment_id)
    yield file('json', Buffer.from(JSON.stringify({ ...shownOf(invoice), buyer }, undefined, 2)))
    const opened = typesetter && (await setInvoice({ ...deps, typesetter }, invoice))
    if (opened && 'pdf' in opened) yield file('pdf', opened.pdf)
  }
}
