import * as calls from '@lacre/letter/print-room/calls.ts'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import type { App } from '../http/app.ts'
import { attachment, fileOf } from '../http/streams.ts'
import type { ActingOperator } from '../http/bearer.ts'
import { call, fileName, whyOf, refusal } from './call.ts'
import type { ConsoleDeps } from './deps.ts'
import { findLetters, sheetOf, cardsOf } from './letter-cards.ts'
import { letterPdf } from './letters.ts'
import { requireOperator } from './require-operator.ts'

/** @throws Failure 404 */
export async function cardOf(
  deps: ConsoleDeps,
  id: string,
  operator: Pick<ActingOperator, 'isSupervisor'>,
): Promise<LetterCard> {
  const [card] = await cardsOf(deps, [id], operator)
  if (!card) throw refusal('unknown-letter')
  return card
}

/** Letters found by what one has in hand: a sheet, a receipt, the beginning of an id. */
export function trackRoutes(app: App, deps: ConsoleDeps): void {
  const { db } = deps

  const scanning = { ...call('scanSheet', 'De qué carta es una hoja'), body: calls.scanBody }
  app.post(
    '/print-room/scan',
    { schema: { ...scanning, response: { 200: calls.scanned } } },
    async (request) => {
      const operator = await requireOperator(deps, request)
      const found = await sheetOf(db, request.body.code)
      if (!found) throw refusal('unknown-sheet-code')
      const { letterId, sheet, sheets } = found
      return { letter: await cardOf(deps, letterId, operator), sheet, sheets }
    },
  )

  const finding = { ...call('findLetters', 'Busca cartas'), querystring: calls.findLettersQuery }
  app.get(
    '/print-room/letters',
    { schema: { ...finding, response: { 200: calls.foundLetters } } },
    async (request) => {
      const operator = await requireOperator(deps, request)
      const ids = await findLetters(db, request.query.find)
      return { letters: await cardsOf(deps, ids, operator) }
    },
  )

  const one = { ...call('readLetterCard', 'Una carta, sin su contenido'), params: calls.idParams }
  app.get(
    '/print-room/letters/:id',
    { schema: { ...one, response: { 200: calls.letterCard } } },
    async (request) => {
      const operator = await requireOperator(deps, request)
      return await cardOf(deps, request.params.id, operator)
    },
  )

  const pages = {
    ...call('downloadLetterPdf', 'El PDF de una carta que hay que imprimir'),
    params: calls.idParams,
    body: calls.downloadBody,
    response: { 200: fileOf('application/pdf') },
  }
  app.post('/print-room/letters/:id/pdf', { schema: { ...pages } }, async (request, reply) => {
    const { name } = await requireOperator(deps, request, 'recent')
    const found = await letterPdf(deps, request.params.id, { by: name, why: whyOf(request.body) })
    if (typeof found === 'string') throw refusal(found)
    return attachment(reply, 'application/pdf', fileName(`carta-${found.hash}`, name, 'pdf')).send(found.pdf)
  })
}
