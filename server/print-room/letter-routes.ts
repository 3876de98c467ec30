import * as calls from '@lacre/letter/print-room/calls.ts'
import type { z } from 'zod'
import type { App } from '../http/app.ts'
import type { ActingOperator } from '../http/bearer.ts'
import { call, refusal, type Refusal } from './call.ts'
import { cancelHeldLetter, nameRefundOf, refundLetter, retryRefund } from './letter-money.ts'
import type { ConsoleDeps } from './deps.ts'
import { markLetter, reprintLetter, resumeLetter, takeBackReturned } from './letters.ts'
import { cardOf } from './track-routes.ts'
import { requireOperator } from './require-operator.ts'

type Done = 'marked' | 'reprinted' | 'returned' | 'resumed' | 'cancelled' | 'given-back' | 'refunded'
const done: readonly string[] = [
  'marked',
  'reprinted',
  'returned',
  'resumed',
  'cancelled',
  'given-back',
  'refunded',
] satisfies Done[]
const isRefusal = (outcome: Done | Refusal): outcome is Refusal => !done.includes(outcome)

/** For these the second factor must have been given just now. */
const asksAgain = ['reprint', 'refund']

/** What an operator does with one letter; each answers with its card as it is then. */
export function letterRoutes(app: App, deps: ConsoleDeps): void {
  actionRoute(
    'printed',
    'markLetterPrinted',
    'Marca una carta impresa',
    calls.markBody,
    (letterId, _body, { name: by }) => markLetter(deps, { letterId, mark: 'printed', by }),
  )
  actionRoute(
    'enclosed',
    'markLetterEnclosed',
    'Marca una carta ensobrada',
    calls.encloseBody,
    (letterId, { sheets }, { name: by }) => markLetter(deps, { letterId, mark: 'enclosed', by, sheets }),
  )
  actionRoute(
    'posted',
    'markLetterPosted',
    'Marca una carta enviada',
    calls.markBody,
    (letterId, _body, { name: by }) => markLetter(deps, { letterId, mark: 'posted', by }),
  )
  actionRoute(
    'reprint',
    'reprintLetter',
    'Vuelve a imprimir una carta',
    calls.reprintBody,
    (letterId, body, operator) => reprintLetter(deps, letterId, { ...body, operator }),
  )
  actionRoute(
    'returned',
    'takeBackLetter',
    'El correo la ha devuelto',
    calls.returnedBody,
    (letterId, { reason }, { name: by }) => takeBackReturned(deps, letterId, { reason, by }),
  )
  actionRoute(
    'resume',
    'resumeLetter',
    'Reanuda una carta detenida',
    calls.noteBody,
    (letterId, { note }, { name: by }) => resumeLetter(deps, letterId, { note, by }),
  )
  actionRoute(
    'cancel',
    'cancelStoppedLetter',
    'Cancela una carta detenida',
    calls.noteBody,
    (letterId, { note }, { name: by }) => cancelHeldLetter(deps, letterId, { note, by }),
  )
  actionRoute(
    'give-back',
    'giveBackMoney',
    'Devuelve lo que se debe',
    calls.noteBody,
    (letterId, { note }, { name: by }) => retryRefund(deps, letterId, { note, by }),
  )
  actionRoute(
    'name-refund',
    'nameRefund',
    'Dice que una devolución del pedido es de esta carta',
    calls.noteBody,
    (letterId, { note }, { name: by }) => nameRefundOf(deps, letterId, { note, by }),
  )
  actionRoute(
    'refund',
    'refundLetter',
    'Devuelve todo lo pagado',
    calls.noteBody,
    (letterId, { note }, operator) => refundLetter(deps, letterId, { note, operator }),
  )

  function actionRoute<Body extends z.ZodType>(
    name: string,
    operationId: string,
    summary: string,
    body: Body,
    action: (letterId: string, body: z.infer<Body>, operator: ActingOperator) => Promise<Done | Refusal>,
  ): void {
    const schema = {
      ...call(operationId, summary),
      params: calls.idParams,
      body,
      response: { 200: calls.letterCard },
    }
    app.post(`/print-room/letters/:id/${name}`, { schema }, async (request) => {
      const operator = await requireOperator(deps, request, asksAgain.includes(name) ? 'recent' : undefined)
      const checked = request.body as z.infer<Body> // the schema's; the types cannot follow a schema that is handed in
      const outcome = await action(request.params.id, checked, operator)
      if (isRefusal(outcome)) throw refusal(outcome)
      return await cardOf(deps, request.params.id, operator)
    })
  }
}
