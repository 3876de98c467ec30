import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Ms, seconds } from '@lacre/letter/days.ts'
import type { App } from './app.ts'

/** For who is connected when the server is told to end: the proxy hears of it by an answer. */
const patience = seconds(1)
/** For all that is in flight, the patience included. */
const grace = seconds(10)

/**
 * A server that is told to end goes on for a second while there are connections, and every connection ends with its
 * answer; those that have asked nothing end with that second. Fastify then closes those that rest, and what is in flight
 * after ten seconds is cut.
 */
export function endConnections(app: App): void {
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
    await readWhatCame() // one that the system has let in is accepted
    if (await isAlone(server)) return
    await over
    await readWhatCame()
    server.closeIdleConnections()
    for (const socket of unasked) socket.destroy()
  })
}

/** The first turn of the event loop may be the one at hand. */
async function readWhatCame(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

const isAlone = (server: App['server']) =>
  new Promise<boolean>((answer) => server.getConnections((_error, count) => answer(!count)))

const after = (wait: Ms) => new Promise<void>((resolve) => void setTimeout(resolve, wait).unref())

/** A connection has one request at a time: who sends the next before the answer is cut off (design.md#one-request-a-connection). */
export function oneRequestAtATime(app: App): void {
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
