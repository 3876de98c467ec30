import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../../database/database-trouble.ts'
import type { App } from '../app.ts'
import { firstSentenceOf } from '../bodies/first-sentence-of.ts'
import { Failure } from '../failure.ts'

export const known: Record<number, string> = {
  400: 'La petición no es válida.',
  404: 'No existe lo que busca.',
  413: 'El contenido es demasiado grande.',
  415: 'El tipo de contenido no es válido.',
  429: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
  503: 'El servicio no está disponible en este momento. Inténtelo de nuevo en unos minutos.',
}
export const ours = 'Ha ocurrido un error interno. Inténtelo de nuevo más tarde.'

/** How a person who followed a dead link is answered, with a page; false: this caller wants none. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => boolean

/** Every failure body carries `detail`; what went wrong inside never leaves (design.md#failures-carry-detail). */
export function answerFailures(app: App, notFoundPage: NotFoundPage = () => false) {
  app.setNotFoundHandler((request, reply) => {
    void reply.code(404)
    if (!notFoundPage(request, reply)) void reply.send({ detail: known[404] })
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answer(error, request, reply))
}

/** For addresses that never reach a route. */
export const answerUnreadable = (reply: FastifyReply) =>
  void reply.code(400).send({ detail: known[400], code: 'invalid-request' })

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // Of what was about to be sent.
  for (const header of ['content-type', 'content-disposition']) void reply.removeHeader(header)
  if (error instanceof Failure) {
    const { statusCode, detail, code } = error
    return reply.code(statusCode).headers(error.headers).send({ detail, code })
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const detail = firstSentenceOf(error.validation) ?? known[400]
    return reply.code(400).send({ detail, code: 'invalid-request' })
  }
  const status = error.statusCode ?? (isDatabaseAway(error) ? 503 : 500)
  if (status < 500) return reply.code(status).send({ detail: known[status] ?? known[400] })
  request.log.error({ err: error }, 'request failed')
  return reply.code(status).send({ detail: known[status] ?? ours })
}
