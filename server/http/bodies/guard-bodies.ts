import { finished, Transform, type Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds, type Ms } from '@lacre/letter/days.ts'
import { leastBytesPerSecond } from '@lacre/letter/content/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { signedIn } from '../bearer.ts'
import { callerOf } from '../caller.ts'
import { Failure } from '../failure.ts'
import { createDeadline } from './deadline.ts'
import { createPace, type Pacer } from './pace.ts'
import { createMemoryBudget, type Reservation } from './body-memory.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** A preview without an account: what a browser's local storage keeps of a letter, and its JSON (design.md#bodies). */
export const bodyWithoutAccount = 6 * megabyte
/** A letter or draft of somebody who signed in. The pictures travel inside (design.md#remote-pictures); base64 adds a third. */
export const bodyWithAccount = 16 * megabyte
export const usualBody = 64 * kilobyte

/** Bytes that the bodies in hand may have, until they are answered (design.md#bodies). */
const memory = {
  /** Sign-ins, payments, webhooks, and letters as short: no long one takes their memory. */
  usual: { total: 16 * megabyte, perKey: megabyte },
  withoutAccount: { total: 8 * bodyWithoutAccount, perKey: 2 * bodyWithoutAccount },
  /** An account costs nothing until its address is proven. */
  unproven: { total: 4 * bodyWithAccount, perKey: 2 * bodyWithAccount },
  proven: { total: 8 * bodyWithAccount, perKey: 4 * bodyWithAccount },
}
/** Bytes that long bodies of no proven account bring in `BodyTimes.pace`: what they leave behind is collected while all wait. */
const intake = { withoutAccount: 2 * bodyWithoutAccount, unproven: 2 * bodyWithAccount }

/** `start`: of an answer (guard-answers.ts). `wait`: for memory, unread. `pace`: in which `intake` may come. */
export type BodyTimes = { stall: Ms; start: Ms; bytesPerSecond: number; wait: Ms; pace: Ms }
export const times: BodyTimes = {
  stall: seconds(10),
  start: seconds(10),
  bytesPerSecond: leastBytesPerSecond,
  wait: seconds(1),
  pace: seconds(6),
}

/**
 * Each body reserves memory as it arrives, and has to arrive at a rate: a slow or heavy one costs only whoever sends it
 * (design.md#bodies).
 */
export function guardBodies(app: App, bodyTimes: BodyTimes = times): void {
  const budgets = {
    usual: createMemoryBudget(memory.usual),
    withoutAccount: createMemoryBudget(memory.withoutAccount),
    unproven: createMemoryBudget(memory.unproven),
    proven: createMemoryBudget(memory.proven),
  }
  const within = bodyTimes.pace
  const paces = {
    withoutAccount: createPace({ bytes: intake.withoutAccount, within }),
    unproven: createPace({ bytes: intake.unproven, within }),
    proven: unpaced,
    usual: unpaced,
  }
  app.addHook('preParsing', (request, reply, payload, done) => {
    const length = longestOf(request)
    if (length === 0) return done(null, payload)
    const account = signedIn.get(request)
    const long = !account ? 'withoutAccount' : account.emailVerified ? 'proven' : 'unproven'
    const kind = length > usualBody ? long : 'usual'
    const network = callerOf(request.ip)
    const reservation = budgets[kind].enter(network, () => body.destroy(busy()))
    const body = arriving(payload as Readable, reservation, paces[kind].enter(network), bodyTimes)
    finished(reply.raw, () => {
      reservation.release()
      body.destroy()
    })
    done(null, body)
  })
}

const unpaced = {
  enter: (): Pacer => ({ isInPace: () => true, wait: () => Promise.resolve(true), leave: () => {} }),
}

/** Bytes; as many as its route takes when the caller does not say. */
export function longestOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit)
}

function arriving(
  payload: Readable,
  reservation: Reservation,
  pacer: Pacer,
  { wait, ...rate }: BodyTimes,
): Readable {
  const deadline = createDeadline(() => body.destroy(tooSlow()), rate)
  /** False when it was evicted, or waited too long. */
  async function waitFor(bytes: number): Promise<boolean> {
    const resume = deadline.pause()
    // A crowd that is refused at once calls again at once.
    if (!reservation.fits(bytes)) await pause(wait)
    if (!reservation.reserve(bytes)) return false
    if (!pacer.isInPace(bytes)) {
      if (!(await pacer.wait(bytes))) return false
      reservation.hasWaited()
    }
    resume()
    return true
  }
  const body = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      const bytes = chunk.length
      const goOn = () => {
        deadline.brought(bytes)
        next(null, chunk)
      }
      if (reservation.fits(bytes) && pacer.isInPace(bytes) && reservation.reserve(bytes)) goOn()
      else void waitFor(bytes).then((isIn) => (isIn ? goOn() : body.destroy(busy())))
    },
    flush(next) {
      reservation.arrived()
      next()
    },
  })
  // Heard also when nobody reads it, as after a 415: unheard, it would end the server.
  body.on('error', () => reservation.release())
  body.once('close', () => {
    deadline.stop()
    pacer.leave()
  })
  payload.once('error', (error) => body.destroy(error))
  return payload.pipe(body)
}

/** What is left of it is not taken in to be thrown away. */
const busy = () =>
  new Failure(503, 'Hay mucha gente escribiendo. Inténtelo de nuevo en un momento.', 'unavailable', {
    'retry-after': '1',
    connection: 'close',
  })

const tooSlow = () =>
  new Failure(408, 'Su conexión va demasiado despacio. Inténtelo de nuevo.', 'too-slow', {
    connection: 'close',
  })
