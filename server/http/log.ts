import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Settings } from '../settings.ts'

/** What may be known of a request: its route, never its query, body or address (design.md#letters-are-secret). */
const requestAsLogged = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'unknown',
})

/** Database errors carry values in `detail` and sometimes in `message`: only code, constraint and frames are kept. */
export function errorAsLogged(error: Error & { code?: string; constraint?: string; table?: string }) {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return {
    type: error.name,
    message: '',
    code: error.code ?? '',
    constraint: error.constraint ?? '',
    table: error.table ?? '',
    stack: frames.slice(0, 8).join('\n'),
  }
}

export const logOf = ({ logLevel }: Settings): FastifyServerOptions['logger'] =>
  logLevel === 'silent'
    ? false
    : { level: logLevel, serializers: { req: requestAsLogged, err: errorAsLogged } }
