import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { App } from '../http/app.ts'

const port = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port

/** Where it listens until the test is over. */
export async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    if (server instanceof HttpServer) server.closeAllConnections()
    server.close()
  })
  return port(server)
}

/** The same for an app: what arrives slowly, or is not taken, exists only on a real port. */
export async function portOfApp(app: App): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return port(app.server)
}

/** Asks, and takes no more of the answer than its status. */
export function askOnly(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; socket: Socket; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  onTestFinished(() => void socket.destroy())
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.once('data', (head: Buffer) => {
      socket.pause()
      resolve({ status: Number(head.toString('latin1', 9, 12)), socket, closed })
    })
  })
}
