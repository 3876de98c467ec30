import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { known } from './answer-failures.ts'

const statusOf: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** For what is no HTTP: no request exists, so the answer is written by hand, with the headers of all answers. */
export function answerUnparsed(
  headers: Record<string, string>,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statusOf[error.code ?? ''] ?? 400
  const body = JSON.stringify({ detail: known[400], code: 'invalid-request' })
  const head = Object.entries({
    ...headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'))
  socket.destroy(error)
}
