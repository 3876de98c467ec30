import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** `failed`: requests without an answer, or with a 5xx. */
export type Carried = { requests: number; elsewhere: number; failed: string[] }

/**
 * A proxy that sends each request to the next node. When a node cannot be reached, it tries the next one. A request that
 * reached a node is never sent to another.
 */
export async function roundRobin(nodes: { url: string }[]) {
  const carried: Carried = { requests: 0, elsewhere: 0, failed: [] }
  let turn = 0

  function carry(request: IncomingMessage, body: Buffer, response: ServerResponse, at: number, left: number) {
    const node = nodes[at % nodes.length]!
    const { method, url, headers } = request
    const what = `${method} ${url?.split('?')[0]} at ${node.url}`
    let isConnected = false
    const fail = (why: string) => {
      carried.failed.push(`${what}: ${why}`)
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    }
    const asked = ask(
      new URL(url ?? '/', node.url),
      { method, headers: { ...headers, connection: 'close' }, agent: false },
      (answer) => {
        const status = answer.statusCode ?? 502
        const keep = (said: string) => carried.failed.push(`${what}: ${status} ${said}`)
        if (status >= 500) void text(answer).then(keep, () => undefined)
        answer.on('error', (error) => fail(error.message))
        response.writeHead(status, answer.headers)
        answer.pipe(response)
      },
    )
    asked.on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
    asked.on('error', (error) => {
      if (isConnected || left === 1) return fail(error.message)
      carried.elsewhere++
      carry(request, body, response, at + 1, left - 1)
    })
    asked.end(body)
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      carried.requests++
      carry(request, Buffer.concat(pieces), response, turn++, nodes.length)
    })
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    carried,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
