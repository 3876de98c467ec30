import { minutes } from '@lacre/letter/days.ts'
import Fastify, { type FastifyReply } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Random } from '../outside/clock.ts'
import type { Settings } from '../settings.ts'
import {
  answerFailures,
  answerUnreadable,
  type NotFoundPage,
  answerUnparsed,
  setAnswerDefaults,
} from './answers.ts'
import type { App } from './app.ts'
import { guardBodies, type BodyTimes } from './bodies.ts'
import { parseJson, unreadable } from './json-bodies.ts'
import { usualBody } from './limits.ts'
import { guardAnswers } from './streams.ts'
import { endConnections, oneRequestAtATime } from './connections.ts'
import { logOf, logRequests, type LogTarget } from './log.ts'
import { securityHeaders } from './policies.ts'

/** Fastify with our checks, answers and log, and no route yet. */
export function bareApp(
  { settings, random }: { settings: Settings; random: Random },
  notFoundPage?: NotFoundPage,
  bodyTimes?: BodyTimes,
  logTo?: LogTarget,
): App {
  const proxies = settings.trustProxy
  const headers = securityHeaders(settings)
  const unrouted = { ...headers, 'cache-control': 'no-store' }
  const app: App = Fastify({
    bodyLimit: usualBody,
    // The whole request, also one whose body nobody wants; Node closes the connection.
    requestTimeout: minutes(5),
    maxRequestsPerSocket: 100,
    ...logOf(settings, logTo),
    trustProxy: proxies ? (_address, hop) => hop < proxies : false,
    genReqId: () => random.uuid(),
    requestIdHeader: false,
    // What comes in while it ends is answered as long as it can be (end-connections.ts).
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // An address no router can read never reaches the handlers below.
    frameworkErrors: (_error, _request, reply) =>
      answerUnreadable((reply as unknown as FastifyReply).headers(unrouted)),
    // Nor what is no HTTP, or expects what HTTP does not know. Node answers neither with our headers.
    clientErrorHandler: (error, socket) => answerUnparsed(unrouted, error, socket),
    http: { requireHostHeader: false },
  })
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  oneRequestAtATime(app)
  app.addHook('onRequest', (request, reply, next) => {
    void reply.headers(headers)
    if (request.raw.httpVersion === '1.1' && !request.headers.host) next(unreadable())
    else next()
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  logRequests(app)
  endConnections(app)
  setAnswerDefaults(app)
  answerFailures(app, notFoundPage)
  guardBodies(app, bodyTimes)
  guardAnswers(app, bodyTimes)
  parseJson(app)
  return app
}
