import { hours } from '@lacre/letter/days.ts'
import * as calls from '@lacre/letter/calls.ts'
import { signInWords } from '@lacre/letter/sign-words.ts'
import { z } from 'zod'
import { fullInvoiceBody, invoiceQuery } from '@lacre/letter/price/invoice-calls.ts'
import type { App } from '../http/app.ts'
import { attachment, fileOf } from '../http/answers/attachment.ts'
import { bearerSecurity, type RequireAccount } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import type { Limits } from '../http/limits.ts'
import type { FindAccess } from '../ports.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { requestFullInvoice, type FullInvoiceRefusal } from './buyer.ts'
import type { BooksDeps } from './deps.ts'
import { openInvoice } from './open-invoice.ts'

/** Each is set anew when somebody opens it, which costs us some work. */
const openings = { name: 'invoices', points: 200, within: hours(1) }

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

/** The invoices of one's own letters; of anybody else's there are none. */
export function booksRoutes(
  app: App,
  deps: BooksDeps & {
    typesetter: Pick<Typesetter, 'setInvoice' | 'unprintable'>
    requireAccount: RequireAccount
    findAccess: FindAccess
    limits: Limits
  },
): void {
  const limit = deps.limits(openings)
  const shared = { params: calls.letterId, tags: ['cartas'], security: bearerSecurity }

  const opening = {
    ...shared,
    querystring: invoiceQuery,
    response: { 200: fileOf('application/pdf') },
    operationId: 'readInvoice',
    summary: 'Una factura, en PDF',
  }
  app.get('/letters/:id/invoice', { schema: opening }, async (request, reply) => {
    const { accountId } = await deps.requireAccount(request, 'paid-claim')
    const { id } = request.params
    const access = await deps.findAccess(accountId, id)
    if (!access) throw noInvoice()
    await limit.take(accountId)
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
    const { accountId } = await deps.requireAccount(request, 'paid-claim')
    const { id } = request.params
    const access = await deps.findAccess(accountId, id)
    if (!access || access === 'figures') throw refusal('not-found')
    await limit.take(accountId)
    const outcome = await requestFullInvoice(deps, id, request.body)
    if (typeof outcome === 'object') throw cannotPrint(outcome.unprintable)
    if (outcome !== 'issued') throw refusal(outcome)
    return reply.code(204).send(undefined)
  })
}
