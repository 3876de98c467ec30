import { finished, Transform, type Readable } from 'node:stream'
import { milliseconds, seconds, type Ms } from '@lacre/letter/duration.ts'
import { leastBytesPerSecond } from '@lacre/letter/content/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { signedIn } from '../bearer.ts'
import { callerOf } from '../caller.ts'
import { Failure } from '../failure.ts'
import { createShares } from '../shares.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** A preview without an account: what a browser's local storage keeps of a letter, and its JSON (design.md#bodies). */
export const bodyWithoutAccount = 6 * megabyte
/** A letter or draft of somebody who signed in. The pictures travel inside (design.md#remote-pictures); base64 adds a third. */
export const bodyWithAccount = 16 * megabyte
export const usualBody = 64 * kilobyte

/** Bytes that the bodies in hand may have, until they are answered (design.md#bodies). */
const memory = {
  usual: { all: 16 * megabyte, ofOne: megabyte },
  withoutAccount: { all: 8 * bodyWithoutAccount, ofOne: 2 * bodyWithoutAccount },
  withAccount: { all: 8 * bodyWithAccount, ofOne: 2 * bodyWithAccount },
}

export type BodyTimes = { stall: Ms; start: Ms; bytesPerSecond: number; wait: Ms }
/** `wait`: for a place, unread. */
export const times: BodyTimes = {
  stall: seconds(10),
  start: seconds(10),
  bytesPerSecond: leastBytesPerSecond,
  wait: seconds(1),
}

/**
 * Each body has a place in memory before a byte of it is read, and a time to arrive in: a slow or stalled one costs only
 * whoever sends it (design.md#bodies).
 */
export function guardBodies(app: App, { stall, start, bytesPerSecond, wait }: BodyTimes = times): void {
  const shares = {
    usual: createShares(memory.usual),
    withoutAccount: createShares(memory.withoutAccount),
    withAccount: createShares(memory.withAccount),
  }
  app.addHook('preParsing', async (request, reply, payload) => {
    const length = Math.min(declaredLength(request), request.routeOptions.bodyLimit)
    if (length === 0) return payload
    const account = signedIn.get(request)?.accountId
    const kind = account ? 'withAccount' : length > usualBody ? 'withoutAccount' : 'usual'
    // As many of strangers' bodies as there are places for them, however long they are.
    const taken = kind === 'withoutAccount' ? bodyWithoutAccount : length
    const leave = await shares[kind].takeSoon(account ?? callerOf(request.ip), taken, wait)
    if (!leave) throw busy(kind)
    const whole = milliseconds(start + seconds(length / bytesPerSecond))
    const body = inTime(payload as Readable, { stall, whole })
    finished(reply.raw, () => {
      leave()
      body.destroy()
    })
    return body
  })
}

/** Bytes; more than any when the caller does not say. */
function declaredLength({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity
  return Number(headers['content-length'] ?? 0)
}

function inTime(payload: Readable, { stall, whole }: { stall: Ms; whole: Ms }): Readable {
  const stalled = setTimeout(() => body.destroy(tooSlow()), stall)
  const late = setTimeout(() => body.destroy(tooSlow()), whole)
  const body = new Transform({
    transform(chunk, _encoding, next) {
      stalled.refresh()
      next(null, chunk)
    },
  })
  // Heard also when nobody reads it, as after a 415: unheard, it would end the server.
  body.on('error', () => undefined)
  body.once('close', () => {
    clearTimeout(stalled)
    clearTimeout(late)
  })
  payload.once('error', (error) => body.destroy(error))
  return payload.pipe(body)
}

/** A stranger's megabytes are not taken in to be thrown away. */
const busy = (kind: keyof typeof memory) =>
  new Failure(503, 'Hay mucha gente escribiendo. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
    ...(kind === 'withoutAccount' && { connection: 'close' }),
  })

const tooSlow = () =>
  new Failure(408, 'Su conexión va demasiado despacio. Inténtelo de nuevo.', 'too-slow', {
    connection: 'close',
  })
