import type { RequestListener } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Ms, seconds } from '@lacre/letter/days.ts'
import type { App } from './app.ts'

/** For requests that are on their way when the server is told to end. */
const patience = seconds(1)
/** For all that is in flight, the patience included: then its connections end too, so that the rest can be closed in its grace. */
const grace = seconds(10)

/**
 * Nobody gets in any more from the moment a server is told to end. Whoever is connected, has not asked yet or rests between
 * two requests, has a second to ask, and is answered as ever: the proxy, or another of our servers, learns only from this
 * answer, or from the end of the connection, that it must go elsewhere. Every connection ends with its answer, else it keeps
 * the server open for the 72 seconds in which it may be used again; those that asked nothing end when the second is over, and
 * whatever still is in flight after ten.
 *
 * HTTP has no way to say "no more" to a connection that rests: a request that is sent in the very moment its second ends
 * is lost, and so is one that was sent behind another without waiting for its answer. Nothing of the first is read here, so
 * whoever sent it may send it again. The second address of `localhost`, where it has two, is Fastify's to end.
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
    const closed = new Promise<void>((resolve) => server.once('close', resolve))
    const cut = setTimeout(() => server.closeAllConnections(), grace).unref()
    void closed.then(() => clearTimeout(cut))
    const over = after(patience)
    await acceptAll(server)
    // The server's own `close` ends what rests at once; after this hook Fastify calls it.
    TcpServer.prototype.close.call(server)
    await Promise.race([closed, over])
    // What came while this process was busy is read first.
    await nextTurn()
    for (const socket of unasked) socket.destroy()
  })
}

/** As many connections as wait to be accepted at most: Node's own default. */
const backlog = 511

/** Whoever the system has let in, and we have not yet, would be cut off by closing; a turn of the event loop accepts one. */
async function acceptAll(server: App['server']): Promise<void> {
  let accepted = true
  const seen = () => (accepted = true)
  server.on('connection', seen)
  for (let turn = 0; accepted && turn < backlog; turn++) {
    accepted = false
    await nextTurn()
  }
  server.off('connection', seen)
}

const after = (wait: Ms) => new Promise<void>((resolve) => void setTimeout(resolve, wait).unref())

/**
 * A connection has one request answered at a time (design.md#one-request-a-connection): one that sends the next before that is
 * closed, as no browser and no proxy does. Node would begin all at once, 1,400 for each 64 KB it reads. To be called before
 * anything else listens for requests. The second address of `localhost`, where it has two, is only this machine's.
 */
export function oneRequestAtATime({ server }: App): void {
  const busy = new WeakSet<Socket>()
  const [answer] = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    if (busy.has(socket)) return endAtOnce(socket)
    busy.add(socket)
    response.once('close', () => busy.delete(socket))
    answer!(request, response)
  })
}

/** Node's parser of a connection, which it does not document; where it is another, the rest of the 64 KB is read as well. */
type Parsed = Socket & { parser?: { onIncoming?: () => number } | null }
/** To the parser: no HTTP follows. */
const noMore = 2

function endAtOnce(socket: Parsed): void {
  if (socket.parser) socket.parser.onIncoming = () => noMore
  socket.destroy()
}
