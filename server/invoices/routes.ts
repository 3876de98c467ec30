import * as calls from '@lacre/letter/calls.ts'
import { fullInvoiceBody, invoiceQuery } from '@lacre/letter/price/invoice-calls.ts'
import { signInWords } from '../typesetting/sign-words.ts'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { bearerSecurity } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { attachment, fileOf, type ExportedFile } from '../http/streams.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { buyerOf, type FullInvoiceRefusal, requestFullInvoice } from './buyer.ts'
import type { Invoice } from './invoices-table.ts'
import { issueInvoices, type BooksDeps } from './issue.ts'
import { openInvoice, setInvoice } from './paper.ts'
import type { World } from '../world.ts'
import { requireAccount } from '../accounts/sessions.ts'
import { findAccess } from '../orders/my-letters.ts'

const noInvoice = () => new Failure(404, 'No existe esta factura.', 'not-found')

const refusals = {
  'not-found': [404, 'No existe esta carta.'],
  'no-nif': [422, 'Ese NIF no es correcto: compruebe los números y la letra.'],
  'given-back': [
    409,
    'De lo pagado por esta carta se ha devuelto dinero: ya no se puede pedir su factura con NIF.',
  ],
  'has-one': [409, 'Esta carta ya tiene su factura con NIF. Si hay un error en ella, escríbanos.'],
  'too-late': [409, 'Han pasado más de cuatro años: ya no podemos hacer esta factura.'],
  unavailable: [503, 'Ahora mismo no podemos preparar la factura. Inténtelo en un momento.'],
} satisfies Record<FullInvoiceRefusal, [status: number, detail: string]>
const refusal = (code: FullInvoiceRefusal) => new Failure(...refusals[code], code)
const cannotPrint = (characters: string[]) =>
  new Failure(
    422,
    `En el nombre o en el domicilio hay signos que no podemos imprimir: ${characters.map(signInWords).join(', ')}. Cámbielos o bórrelos.`,
    'unprintable-character',
  )

/** The invoices of the account's own letters. */
export function booksRoutes(
  app: App,
  deps: BooksDeps & Pick<World, 'limits'> & { typesetter: Pick<Typesetter, 'setInvoice' | 'unprintable'> },
): void {
  const shared = { params: calls.letterId, tags: ['cartas'], security: bearerSecurity }

  const opening = {
    ...shared,
    querystring: invoiceQuery,
    response: { 200: fileOf('application/pdf') },
    operationId: 'readInvoice',
    summary: 'Una factura, en PDF',
  }
  app.get('/letters/:id/invoice', { schema: opening }, async (request, reply) => {
    const { accountId } = await requireAccount(deps, request, 'paid-claim')
    const { id } = request.params
    const access = await findAccess(deps.db, accountId, id)
    if (!access) throw noInvoice()
    await deps.limits.invoices.take(accountId)
    const opened = await openInvoice(deps, id, {
      number: request.query.number,
      withBuyer: access !== 'figures',
    })
    if (!opened) throw noInvoice()
    if ('refused' in opened) throw refusal(opened.refused)
    return attachment(reply, 'application/pdf', `factura-${opened.number}.pdf`).send(opened.pdf)
  })

  const asking = {
    ...shared,
    operationId: 'requestInvoice',
    body: fullInvoiceBody,
    response: { 204: z.undefined() },
    summary: 'Pide la factura completa, con NIF',
  }
  app.post('/letters/:id/invoice', { schema: asking }, async (request, reply) => {
    const { accountId } = await requireAccount(deps, request, 'paid-claim')
    const { id } = request.params
    const access = await findAccess(deps.db, accountId, id)
    if (!access || access === 'figures') throw refusal('not-found')
    await deps.limits.invoices.take(accountId)
    const outcome = await requestFullInvoice(deps, id, request.body)
    if (typeof outcome === 'object') throw cannotPrint(outcome.unprintable)
    if (outcome !== 'issued') throw refusal(outcome)
    return reply.code(204).send(undefined)
  })
}

/** The fields the account sees; the rest belongs to the chain. */
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

/** Newest first, after issuing due ones: as PDF where there is a typesetter, and as data. */
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
