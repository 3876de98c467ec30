import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '../app.ts'

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
