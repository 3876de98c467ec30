import { finished, PassThrough } from 'node:stream'
import { leastBytesPerSecond } from '@lacre/letter/content/limits.ts'
import { milliseconds, type Ms, seconds } from '@lacre/letter/days.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { callerOf, signedIn } from './bearer.ts'
import { Failure } from './failure.ts'
import { atOnce, usualBody } from './limits.ts'
import { createShares } from './semaphore.ts'

/** A body may take `start` plus its length at `bytesPerSecond`. `stall`: for answers. `wait`: for a slot. */
export type BodyTimes = { stall: Ms; start: Ms; bytesPerSecond: number; wait: Ms }
export const times: BodyTimes = {
  stall: seconds(10),
  start: seconds(10),
  bytesPerSecond: leastBytesPerSecond,
  wait: seconds(1),
}

/**
 * Each body has a deadline. A long body needs a slot until it is answered, else it is not read (design/load.md#bodies).
 */
export function guardBodies(app: App, { start, bytesPerSecond, wait }: BodyTimes = times): void {
  const places = {
    withoutAccount: createShares(atOnce.bodiesWithoutAccount),
    unproven: createShares(atOnce.bodiesUnproven),
    proven: createShares(atOnce.bodiesProven),
  }
  app.addHook('preParsing', async (request, reply, payload) => {
    const length = readBodyLength(request)
    if (length === 0) return payload
    if (length > usualBody) {
      const account = signedIn.get(request)
      const kind = !account ? 'withoutAccount' : account.emailVerified ? 'proven' : 'unproven'
      const leave = await places[kind](callerOf(request.ip), length, wait)
      if (!leave) throw busy()
      finished(reply.raw, leave)
    }
    const body = new PassThrough()
    const end = () => body.destroy(tooSlow())
    const late = setTimeout(end, milliseconds(start + seconds(length / bytesPerSecond)))
    body.on('error', () => {}) // without it an unread body, as after a 415, would crash the server
    body.once('close', () => clearTimeout(late))
    payload.once('error', (error) => body.destroy(error))
    finished(reply.raw, () => body.destroy())
    return payload.pipe(body)
  })
}

/** In bytes; the route's limit when the caller gives no length. */
export function readBodyLength({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit)
}

/** Closes the connection, so that the rest of the body is not received. */
const busy = () =>
  new Failure(503, 'Hay mucha gente escribiendo. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
    connection: 'close',
  })

const tooSlow = () =>
  new Failure(408, 'Su conexión va demasiado despacio. Inténtelo de nuevo.', 'too-slow', {
    connection: 'close',
  })
