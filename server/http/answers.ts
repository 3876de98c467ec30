import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { failure } from '@lacre/letter/calls.ts'
import type { FastifyError, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isDatabaseAway } from '../database/transactions.ts'
import type { App } from './app.ts'
import { Failure } from './failure.ts'
import { firstSentenceOf } from './json-bodies.ts'

const failures = { '4xx': failure, '5xx': failure }

/** Defaults of all routes: answers are not cached, and failures have one shape. Pages set their own cache header. */
export function setAnswerDefaults(app: App): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  app.addHook('onRoute', (route) => {
    const { schema } = route
    if (schema && !schema.hide) {
      mustBeDescribed(route)
      route.schema = { ...schema, response: { ...Object(schema.response), ...failures } }
    }
  })
}

/** What the API description needs (docs/api.md). @throws Error, when the route is added */
function mustBeDescribed({ method, url, schema }: RouteOptions): void {
  const { operationId, summary, tags, response, body } = schema ?? {}
  const isAnswered = Object.keys(Object(response)).some((status) => status.startsWith('2'))
  const example = !(body instanceof z.ZodType) || body.meta()?.['example']
  const lacks = Object.entries({
    operationId,
    summary,
    tags,
    'a response of 200': isAnswered,
    'an example of its body (.meta)': example,
  })
    .filter(([, said]) => !said)
    .map(([what]) => what)
  if (lacks.length > 0) throw new Error(`The schema of ${String(method)} ${url} lacks: ${lacks.join(', ')}.`)
}

export const known: Record<number, string> = {
  400: 'La petición no es válida.',
  404: 'No existe lo que busca.',
  413: 'El contenido es demasiado grande.',
  415: 'El tipo de contenido no es válido.',
  429: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
  503: 'El servicio no está disponible en este momento. Inténtelo de nuevo en unos minutos.',
}
export const ours = 'Ha ocurrido un error interno. Inténtelo de nuevo más tarde.'

/** Sends a page to a browser on a dead link; false when the caller does not accept HTML. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => boolean

/** Every failure body carries `detail`; internal errors stay inside (design/sending.md#failures-carry-detail). */
export function answerFailures(app: App, notFoundPage: NotFoundPage = () => false) {
  app.setNotFoundHandler((request, reply) => {
    void reply.code(404)
    if (!notFoundPage(request, reply)) void reply.send({ detail: known[404] })
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answer(error, request, reply))
}

/** For requests that never reach a route. */
export const answerUnreadable = (reply: FastifyReply) =>
  void reply.code(400).send({ detail: known[400], code: 'invalid-request' })

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // Set for the answer that failed.
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

const statusOf: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** For bytes that are no HTTP: there is no request, so the answer is written by hand, with the usual headers. */
export function answerUnparsed(
  headers: Record<string, string>,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statusOf[error.code ?? ''] ?? 400
  const body = JSON.stringify({ detail: known[400], code: 'invalid-request' })
  const head = Object.entries({
    ...headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'))
  socket.destroy(error)
}
