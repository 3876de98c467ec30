import * as calls from '@lacre/letter/print-room-calls.ts'
import type { z } from 'zod'
import type { App } from '../http/app.ts'
import type { ActingOperator } from '../http/bearer.ts'
import { call, failures, unkept } from './call.ts'
import { cancelDoubted } from './cancel-doubted.ts'
import type { Console } from './console.ts'
import { refusal } from './failures.ts'
import { markLetter } from './mark-letter.ts'
import { reprintLetter } from './reprint-letter.ts'
import { resumeLetter } from './resume-letter.ts'
import { takeBackReturned } from './take-back-returned.ts'
import { cardOf } from './track-routes.ts'

type Refusal = Parameters<typeof refusal>[0]
type Done = 'marked' | 'reprinted' | 'returned' | 'resumed' | 'cancelled'
const done: readonly string[] = ['marked', 'reprinted', 'returned', 'resumed', 'cancelled'] satisfies Done[]
const isRefusal = (outcome: Done | Refusal): outcome is Refusal => !done.includes(outcome)

/** What an operator does with one letter; each answers with its card as it is then. */
export function letterRoutes(app: App, console: Console): void {
  deed('printed', 'Marca una carta impresa', calls.markBody, (letterId, _body, { name: by }) =>
    markLetter(console, { letterId, mark: 'printed', by }),
  )
  deed('enclosed', 'Marca una carta ensobrada', calls.encloseBody, (letterId, { sheets }, { name: by }) =>
    markLetter(console, { letterId, mark: 'enclosed', by, sheets }),
  )
  deed('posted', 'Marca una carta enviada', calls.markBody, (letterId, _body, { name: by }) =>
    markLetter(console, { letterId, mark: 'posted', by }),
  )
  deed('reprint', 'Vuelve a imprimir una carta', calls.reprintBody, (letterId, body, operator) =>
    reprintLetter(console, letterId, { ...body, operator }),
  )
  deed('returned', 'El correo la ha devuelto', calls.returnedBody, (letterId, { reason }, { name: by }) =>
    takeBackReturned(console, letterId, { reason, by }),
  )
  deed('resume', 'Reanuda una carta detenida', calls.noteBody, (letterId, { note }, { name: by }) =>
    resumeLetter(console, letterId, { note, by }),
  )
  deed('cancel', 'Cancela una carta detenida', calls.noteBody, (letterId, { note }, { name: by }) =>
    cancelDoubted(console, letterId, { note, by }),
  )

  function deed<Body extends z.ZodType>(
    name: string,
    summary: string,
    body: Body,
    act: (letterId: string, body: z.infer<Body>, operator: ActingOperator) => Promise<Done | Refusal>,
  ): void {
    const schema = {
      ...call(summary),
      params: calls.idParams,
      body,
      response: { 200: calls.letterCard, ...failures },
    }
    app.post(`/print-room/letters/:id/${name}`, { schema }, async (request, reply) => {
      const operator = await console.requireOperator(request)
      const checked = request.body as z.infer<Body> // the schema's; the types cannot follow a schema that is handed in
      const outcome = await act(request.params.id, checked, operator)
      if (isRefusal(outcome)) throw refusal(outcome)
      return unkept(reply).send(await cardOf(console, request.params.id, operator))
    })
  }
}
