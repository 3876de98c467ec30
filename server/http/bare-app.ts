import { minutes } from '@lacre/letter/duration.ts'
import Fastify, { type FastifyReply } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Random } from '../outside/random.ts'
import type { Settings } from '../settings.ts'
import { answerFailures, answerUnreadable, type NotFoundPage } from './answers/answer-failures.ts'
import { setAnswerDefaults } from './answers/answer-defaults.ts'
import type { App } from './app.ts'
import { guardBodies, usualBody, type BodyTimes } from './bodies/guard-bodies.ts'
import { parseJson } from './bodies/parse-json.ts'
import { endConnections } from './end-connections.ts'
import { logOf } from './log.ts'

/** Fastify with our checks, answers and log, and no route yet. */
export function bareApp(
  { settings, random }: { settings: Settings; random: Random },
  notFoundPage?: NotFoundPage,
  bodyTimes?: BodyTimes,
): App {
  const proxies = settings.trustProxy
  const app: App = Fastify({
    bodyLimit: usualBody,
    // The whole request, also one whose body nobody wants; Node closes the connection.
    requestTimeout: minutes(5),
    logger: logOf(settings) ?? false,
    trustProxy: proxies ? (_address, hop) => hop < proxies : false,
    genReqId: () => random.uuid(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // An address no router can read never reaches the handlers below.
    frameworkErrors: (_error, _request, reply) => answerUnreadable(reply as unknown as FastifyReply),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  endConnections(app)
  setAnswerDefaults(app)
  answerFailures(app, notFoundPage)
  guardBodies(app, bodyTimes)
  parseJson(app)
  return app
}
