import type { Ms } from '@lacre/letter/days.ts'
import { siteOf } from '../caller.ts'

/** Bytes that a token lets in, however small the pieces that come: what is counted stays in proportion to what is brought. */
const tokenBytes = 64 * 1024

/** Of one body. Its first token is free, so that nobody slows others down by what has not come. */
export type Pacer = {
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
