import { finished, type Readable, Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { leastBytesPerSecond } from '@lacre/letter/content/limits.ts'
import { type Ms, seconds } from '@lacre/letter/days.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { callerOf, signedIn, siteOf } from './bearer.ts'
import { Failure } from './failure.ts'
import { createShares } from './semaphore.ts'

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

/** The bytes of memory that one body has reserved; it reserves more as it arrives. */
type Reservation = {
  fits(bytes: number): boolean
  /** Where memory lacks the body that has been arriving longest is evicted: false when that was this one. */
  reserve(bytes: number): boolean
  /** We made it wait, which must not count against it: from now on it is the last to be evicted. */
  hasWaited(): void
  /** It is whole, and is no longer evicted. */
  arrived(): void
  release(): void
}
/** `onEvicted`: called once its reservation has been released for another body. */
type MemoryBudget = { enter(network: string, onEvicted: () => void): Reservation }

/** Which bodies may be evicted for one of `network`, by whose share lacks the bytes. */
const isAmong = {
  own: (network: string) => (other: string) => other === network,
  site: (network: string) => (other: string) => siteOf(other) === siteOf(network),
  all: () => () => true,
}

/**
 * Limits the bytes of the bodies in hand. Only bytes that have come are reserved, not those that were announced, and a body
 * that has not arrived in full is evicted for a newer one. So whoever would keep others out has to send as many bytes as the
 * budget has, and again within the time that one of the others takes to arrive.
 */
export function createMemoryBudget(memory: { total: number; perKey: number }): MemoryBudget {
  const shares = createShares(memory)
  /** The one that has been arriving longest first. */
  const arriving = new Map<Reservation, { network: string; onEvicted: () => void }>()
  function longestArriving(among: (network: string) => boolean) {
    for (const [reservation, { network, onEvicted }] of arriving)
      if (among(network)) return { reservation, onEvicted }
    return undefined
  }
  return {
    enter(network, onEvicted) {
      const reserved: (() => void)[] = []
      const reservation: Reservation = {
        fits: (bytes) => !shares.lacking(network, bytes),
        reserve(bytes) {
          while (arriving.has(reservation)) {
            const lacking = shares.lacking(network, bytes)
            if (!lacking) reserved.push(shares.take(network, bytes)!)
            if (!lacking) return true
            const longest = longestArriving(isAmong[lacking](network))
            longest?.reservation.release()
            longest?.onEvicted()
          }
          return false
        },
        hasWaited() {
          const own = arriving.get(reservation)
          if (arriving.delete(reservation) && own) arriving.set(reservation, own)
        },
        arrived: () => void arriving.delete(reservation),
        release() {
          arriving.delete(reservation)
          for (const release of reserved.splice(0)) release()
        },
      }
      arriving.set(reservation, { network, onEvicted })
      return reservation
    },
  }
}

/** Bytes that a token lets in, however small the pieces that come: what is counted stays in proportion to what is brought. */
const tokenBytes = 64 * 1024

/** Of one body. Its first token is free, so that nobody slows others down by what has not come. */
type Pacer = {
  /** Whether so many bytes more may come in at once. */
  isInPace(bytes: number): boolean
  /** Until they may; false when that took longer than `within`, or the body has left. */
  wait(bytes: number): Promise<boolean>
  leave(): void
}

/**
 * So many bytes of all bodies together `within` a time: a token bucket, refilled evenly, one token after the other. The sites that
 * wait for a token take turns (design.md#networks).
 */
export function createPace({ bytes, within }: { bytes: number; within: Ms }): {
  enter(network: string): Pacer
} {
  const refillEvery = (within * tokenBytes) / bytes
  /** When the bucket will be full again. */
  let fullAt = 0
  /** The bodies that wait for a token, by their sites, in turn. */
  const queue = new Map<string, Set<() => void>>()
  let isTicking = false

  function takeToken(): boolean {
    const now = performance.now()
    const fullThen = Math.max(fullAt, now) + refillEvery
    if (fullThen > now + within) return false
    fullAt = fullThen
    return true
  }
  function tick() {
    isTicking = false
    // Who goes to the end of the queue is met again, for as long as there are tokens.
    for (const [site, waiting] of queue) {
      if (!takeToken()) break
      const [first] = waiting
      first?.()
      if (queue.delete(site)) queue.set(site, waiting)
    }
    keepTicking()
  }
  function keepTicking() {
    if (isTicking || queue.size === 0) return
    isTicking = true
    setTimeout(tick, refillEvery)
  }

  function enter(network: string): Pacer {
    const site = siteOf(network)
    /** Bytes that it may still bring by the tokens it has taken. */
    let credit = tokenBytes
    let leave = () => {}
    const waitForToken = () =>
      new Promise<boolean>((resolve) => {
        const waiting = queue.get(site) ?? new Set()
        const end = (mayGoOn: boolean) => {
          clearTimeout(late)
          waiting.delete(go)
          if (waiting.size === 0) queue.delete(site)
          resolve(mayGoOn)
        }
        const go = () => end(true)
        const late = setTimeout(end, within, false)
        leave = () => end(false)
        queue.set(site, waiting.add(go))
        keepTicking()
      })
    return {
      isInPace(bytes) {
        while (credit < bytes && queue.size === 0 && takeToken()) credit += tokenBytes
        if (credit < bytes) return false
        credit -= bytes
        return true
      },
      async wait(bytes) {
        while (credit < bytes) {
          if (!(await waitForToken())) return false
          credit += tokenBytes
        }
        credit -= bytes
        return true
      },
      leave: () => leave(),
    }
  }
  return { enter }
}

/** Each byte that comes brings a little time, of which nobody ever has more than `stall`: who rests has none to spare. */
function createDeadline(end: () => void, { stall, bytesPerSecond }: { stall: Ms; bytesPerSecond: number }) {
  let last = performance.now() + stall
  let timer = setTimeout(look, stall)
  let isOver = false
  function look() {
    const left = last - performance.now()
    if (left > 0) timer = setTimeout(look, left)
    else end()
  }
  return {
    brought(bytes: number) {
      last = Math.min(performance.now() + stall, last + seconds(bytes / bytesPerSecond))
    },
    /** Until what it returns is called: time that we take is not theirs. */
    pause() {
      clearTimeout(timer)
      const since = performance.now()
      return () => {
        last += performance.now() - since
        if (!isOver) look()
      }
    },
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
