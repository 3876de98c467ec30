import { LogController, type FastifyServerOptions } from 'fastify'
import type { Settings } from '../settings.ts'
import type { App } from './app.ts'

/** Logs ids and codes. An `err` is logged without its message, which may contain personal data. */
export type Log = Record<'error' | 'warn', (about: Record<string, unknown>, message: string) => void>

type Failed = Error &
  Partial<Record<'code' | 'type' | 'constraint' | 'table' | 'requestId' | 'about', unknown>>

/** A program's word. A value with spaces or an address could contain personal data. */
const word = (value: unknown) => (typeof value === 'string' && /^[\w.-]{1,60}$/.test(value) ? value : '')

/** Names, codes and frames only: messages and details may contain personal data. */
export function errorAsLogged(error: Failed) {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  const { cause } = error as { cause?: Failed }
  return {
    type: word(error.type) || error.name,
    message: '',
    code: word(error.code) || word(cause?.code),
    request: word(error.requestId),
    constraint: word(error.constraint),
    table: word(error.table),
    about: word(error.about),
    stack: frames.slice(0, 8).join('\n'),
  }
}

/** The target of log lines; by default the standard output. */
export type LogTarget = { write(line: string): void }

export const logOf = ({ logLevel }: Settings, stream?: LogTarget) =>
  ({
    logger: logLevel !== 'silent' && {
      level: logLevel,
      serializers: { err: errorAsLogged },
      ...(stream && { stream }),
    },
    logController: new LogController({ disableRequestLogging: true }),
  }) satisfies FastifyServerOptions

const quiet = /^\/(assets|texts)\//

/** One line per request: its route, never its query, body or URL (design/privacy.md#letters-are-secret). */
export function logRequests(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const about = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (!quiet.test(route)) request.log.info(about, 'request')
    done()
  })
}
