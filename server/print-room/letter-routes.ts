import * as calls from '@lacre/letter/print-room/calls.ts'
import type { z } from 'zod'
import type { App } from '../http/app.ts'
import type { ActingOperator } from '../http/bearer.ts'
import { call, refusal, type Refusal, type ConsoleDeps, fileName, auditReason } from './call.ts'
import { cancelHeldLetter, nameLetterRefund, refundLetter, retryRefund } from './letter-money.ts'
import { markLetter, reprintLetter, resumeLetter, takeBackReturned, letterPdf } from './letters.ts'
import { requireOperator } from './require-operator.ts'
import type { Mark } from '../letters/print-jobs.ts'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { attachment, fileOf } from '../http/streams.ts'
import { findLetters, findSheet, findLetterCards } from './letter-cards.ts'

const done = ['marked', 'reprinted', 'returned', 'resumed', 'cancelled', 'given-back', 'refunded'] as const
type Done = (typeof done)[number]
const isDone = (outcome: Done | Refusal): outcome is Done => (done as readonly string[]).includes(outcome)

/** These need a recent second factor. */
const needRecentFactor = ['reprint', 'refund']

const mark =
  (mark: Mark) =>
  (deps: ConsoleDeps, letterId: string, { by, sheets }: { by: string; sheets?: number[] }) =>
    markLetter(deps, { letterId, mark, by, sheets })

type Given<Body extends z.ZodType<object>> = z.infer<Body> & { by: string; operator: ActingOperator }

/** An operator's actions on one letter. Each answers with the letter's new card. */
export function letterRoutes(app: App, deps: ConsoleDeps): void {
  actionRoute('printed', 'markLetterPrinted', 'Marca una carta impresa', calls.noBody, mark('printed'))
  actionRoute(
    'enclosed',
    'markLetterEnclosed',
    'Marca una carta ensobrada',
    calls.encloseBody,
    mark('enclosed'),
  )
  actionRoute('posted', 'markLetterPosted', 'Marca una carta enviada', calls.noBody, mark('posted'))
  actionRoute('reprint', 'reprintLetter', 'Vuelve a imprimir una carta', calls.reprintBody, reprintLetter)
  actionRoute('returned', 'takeBackLetter', 'El correo la ha devuelto', calls.returnedBody, takeBackReturned)
  actionRoute('resume', 'resumeLetter', 'Reanuda una carta detenida', calls.noteBody, resumeLetter)
  actionRoute('cancel', 'cancelStoppedLetter', 'Cancela una carta detenida', calls.noteBody, cancelHeldLetter)
  actionRoute('give-back', 'giveBackMoney', 'Devuelve lo que se debe', calls.noteBody, retryRefund)
  const naming = 'Dice que una devolución del pedido es de esta carta'
  actionRoute('name-refund', 'nameRefund', naming, calls.noteBody, nameLetterRefund)
  actionRoute('refund', 'refundLetter', 'Devuelve todo lo pagado', calls.noteBody, refundLetter)

  function actionRoute<Body extends z.ZodType<object>>(
    name: string,
    operationId: string,
    summary: string,
    body: Body,
    action: (deps: ConsoleDeps, letterId: string, given: Given<Body>) => Promise<Done | Refusal>,
  ): void {
    const schema = {
      ...call(operationId, summary),
      params: calls.idParams,
      body,
      response: { 200: calls.letterCard },
    }
    app.post(`/print-room/letters/:id/${name}`, { schema }, async (request) => {
      const operator = await requireOperator(
        deps,
        request,
        needRecentFactor.includes(name) ? 'recent' : undefined,
      )
      const checked = request.body as z.infer<Body> // checked by the schema; TypeScript cannot infer it from a schema parameter
      const given = { ...checked, by: operator.name, operator }
      const outcome = await action(deps, request.params.id, given)
      if (!isDone(outcome)) throw refusal(outcome)
      return await findLetterCard(deps, request.params.id, operator)
    })
  }
}

/** @throws Failure 404 */
async function findLetterCard(
  deps: ConsoleDeps,
  id: string,
  operator: Pick<ActingOperator, 'isSupervisor'>,
): Promise<LetterCard> {
  const [card] = await findLetterCards(deps, [id], operator)
  if (!card) throw refusal('unknown-letter')
  return card
}

/** Finds letters by a sheet code, an order number, or the start of an id. */
export function trackRoutes(app: App, deps: ConsoleDeps): void {
  const { db } = deps

  const scanning = {
    ...call('scanSheet', 'De qué carta es una hoja'),
    body: calls.scanBody,
    response: { 200: calls.scanned },
  }
  app.post('/print-room/scan', { schema: scanning }, async (request) => {
    const operator = await requireOperator(deps, request)
    const found = await findSheet(db, request.body.code)
    if (!found) throw refusal('unknown-sheet-code')
    const { letterId, sheet, sheets } = found
    return { letter: await findLetterCard(deps, letterId, operator), sheet, sheets }
  })

  const finding = {
    ...call('findLetters', 'Busca cartas'),
    querystring: calls.findLettersQuery,
    response: { 200: calls.foundLetters },
  }
  app.get('/print-room/letters', { schema: finding }, async (request) => {
    const operator = await requireOperator(deps, request)
    return { letters: await findLetterCards(deps, await findLetters(db, request.query.find), operator) }
  })

  const one = {
    ...call('readLetterCard', 'Una carta, sin su contenido'),
    params: calls.idParams,
    response: { 200: calls.letterCard },
  }
  app.get('/print-room/letters/:id', { schema: one }, async (request) =>
    findLetterCard(deps, request.params.id, await requireOperator(deps, request)),
  )

  const pages = {
    ...call('downloadLetterPdf', 'El PDF de una carta que hay que imprimir'),
    params: calls.idParams,
    body: calls.downloadBody,
    response: { 200: fileOf('application/pdf') },
  }
  app.post('/print-room/letters/:id/pdf', { schema: pages }, async (request, reply) => {
    const { name } = await requireOperator(deps, request, 'recent')
    const found = await letterPdf(deps, request.params.id, { by: name, why: auditReason(request.body) })
    if (typeof found === 'string') throw refusal(found)
    return attachment(reply, 'application/pdf', fileName(`carta-${found.hash}`, name, 'pdf')).send(found.pdf)
  })
}
