import { minutes, type Ms, seconds } from '@lacre/letter/days.ts'
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
import { logOf, logRequests, type LogTarget } from './log.ts'
import { securityHeaders } from './policies.ts'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Fastify with our checks, answers and log, without routes. */
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
    // For the whole request, even an unread body; Node closes the connection.
    requestTimeout: minutes(5),
    maxRequestsPerSocket: 100,
    ...logOf(settings, logTo),
    trustProxy: proxies ? (_address, hop) => hop < proxies : false,
    genReqId: () => random.uuid(),
    requestIdHeader: false,
    // During shutdown new requests are still answered (`endConnections`).
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // A URL the router cannot parse never reaches the handlers below.
    frameworkErrors: (_error, _request, reply) =>
      answerUnreadable((reply as unknown as FastifyReply).headers(unrouted)),
    // Nor does what is no HTTP, or has an unknown Expect header. Node would answer both without our headers.
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

/** For connected clients at shutdown: an answer tells the proxy to close the connection. */
const patience = seconds(1)
/** The limit for all open requests, including `patience`. */
const grace = seconds(10)

/**
 * At shutdown the server keeps answering for a second if there are connections, and closes each after its answer. After
 * that second, connections without a request are closed, and idle ones too. Requests still running after ten seconds
 * are cut off.
 */
function endConnections(app: App): void {
  const { server } = app
  const unasked = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  server.on('request', ({ socket }) => unasked.delete(socket))

  let isClosing = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    const cut = setTimeout(() => server.closeAllConnections(), grace).unref()
    server.once('close', () => clearTimeout(cut))
    const over = after(patience)
    await readWhatCame() // a connection the system has accepted is read
    if (await isAlone(server)) return
    await over
    await readWhatCame()
    server.closeIdleConnections()
    for (const socket of unasked) socket.destroy()
  })
}

/** The current turn of the event loop may count as the first. */
async function readWhatCame(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

const isAlone = (server: App['server']) =>
  new Promise<boolean>((answer) => server.getConnections((_error, count) => answer(!count)))

const after = (wait: Ms) => new Promise<void>((resolve) => void setTimeout(resolve, wait).unref())

/**
 * One request per connection at a time: a client that sends another before its answer is cut off
 * (design/load.md#one-request-a-connection).
 */
function oneRequestAtATime(app: App): void {
  const busy = new WeakSet<Socket>()
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    if (busy.has(socket)) {
      socket.destroy()
      return reply.hijack()
    }
    busy.add(socket)
    reply.raw.once('close', () => busy.delete(socket))
    return undefined
  })
}
