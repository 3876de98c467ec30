import type { Ms } from '@lacre/letter/duration.ts'
import { siteOf } from '../caller.ts'

/** Bytes taken in at once, however small the pieces that come: what is counted stays in proportion to what is brought. */
const step = 64 * 1024

/** Of one body. Its first step is not counted, so that nobody slows others down by what has not come. */
export type Pacer = {
  /** Whether so many bytes more may come in at once. */
  isInPace(bytes: number): boolean
  /** Until they may; false when that took longer than `within`, or the body has left. */
  wait(bytes: number): Promise<boolean>
  leave(): void
}

/**
 * So many bytes of all bodies together `within` a time. What was taken in comes back evenly, step by step, and the sites that wait
 * for a step take turns (design.md#networks).
 */
export function createPace({ bytes, within }: { bytes: number; within: Ms }): {
  enter(network: string): Pacer
} {
  const each = (within * step) / bytes
  /** When all steps that were taken will have come back. */
  let allBackAt = 0
  /** Who waits, by their sites, in turn. */
  const line = new Map<string, Set<() => void>>()
  let isTicking = false

  function mayStep(): boolean {
    const now = performance.now()
    const backAt = Math.max(allBackAt, now) + each
    if (backAt > now + within) return false
    allBackAt = backAt
    return true
  }
  function tick() {
    isTicking = false
    // Who goes to the end of the line is met again, for as long as there are steps.
    for (const [site, waiting] of line) {
      if (!mayStep()) break
      const [first] = waiting
      first?.()
      if (line.delete(site)) line.set(site, waiting)
    }
    keepTicking()
  }
  function keepTicking() {
    if (isTicking || line.size === 0) return
    isTicking = true
    setTimeout(tick, each)
  }

  function enter(network: string): Pacer {
    const site = siteOf(network)
    let paid = step
    let leave = () => {}
    const waitForStep = () =>
      new Promise<boolean>((resolve) => {
        const waiting = line.get(site) ?? new Set()
        const end = (mayGoOn: boolean) => {
          clearTimeout(late)
          waiting.delete(go)
          if (waiting.size === 0) line.delete(site)
          resolve(mayGoOn)
        }
        const go = () => end(true)
        const late = setTimeout(end, within, false)
        leave = () => end(false)
        line.set(site, waiting.add(go))
        keepTicking()
      })
    return {
      isInPace(bytes) {
        while (paid < bytes && line.size === 0 && mayStep()) paid += step
        if (paid < bytes) return false
        paid -= bytes
        return true
      },
      async wait(bytes) {
        while (paid < bytes) {
          if (!(await waitForStep())) return false
          paid += step
        }
        paid -= bytes
        return true
      },
      leave: () => leave(),
    }
  }
  return { enter }
}
