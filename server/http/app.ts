import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Failure } from './failure.ts'

/** Fastify typed by the calls' schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

const local = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/**
 * The sandbox accepts any credentials, so it answers only to local host names. A foreign name resolved to this machine
 * (DNS rebinding) is refused. Forwarded names can be forged, so with TRUST_PROXY the real host counts too.
 */
export function onlyLocal(app: App) {
  app.addHook('onRequest', (request, _reply, next) => {
    const asked = URL.parse(`http://${request.headers.host}`)?.hostname ?? ''
    if (local.test(asked) && local.test(request.hostname)) next()
    else next(new Failure(403, 'El modo de pruebas solo atiende en este equipo.', 'not-local'))
  })
}
