import type { Socket } from 'node:net'
import { seconds } from '@lacre/letter/duration.ts'
import type { App } from './app.ts'

/** For requests in flight: then their connections end too, so that the rest of the server can be closed in its grace. */
const grace = seconds(10)

/**
 * Fastify closes only connections that rest between two requests. Of the others, those that have not asked anything yet
 * end at once when the server closes, and each of the rest with its answer: else it keeps the server open for the 72
 * seconds in which it may be used again.
 */
export function endConnections(app: App): void {
  const unasked = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  app.server.on('request', ({ socket }) => unasked.delete(socket))

  let isClosing = false
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    for (const socket of unasked) socket.destroy()
    const cut = setTimeout(() => app.server.closeAllConnections(), grace)
    app.server.once('close', () => clearTimeout(cut))
    cut.unref()
    done()
  })
}
