import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Failure } from './failure.ts'

/** Fastify with the calls' schemas as its types: what a module registers its routes on. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

const local = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/**
 * The sandbox lets anybody in as anybody, so it answers to this machine's own names only: a foreign name that was
 * made to lead here (DNS rebinding) gets nothing. Any page can write a forwarded name, so with TRUST_PROXY too the
 * name that was really asked for counts, beside the forwarded one.
 */
export function onlyLocal(app: App) {
  app.addHook('onRequest', (request, _reply, next) => {
    const asked = URL.parse(`http://${request.headers.host}`)?.hostname ?? ''
    if (local.test(asked) && local.test(request.hostname)) next()
    else next(new Failure(403, 'El modo de pruebas solo atiende en este equipo.', 'not-local'))
  })
}
