import type { Ms } from '@lacre/letter/duration.ts'
import { siteOf } from '../caller.ts'

/** Bytes taken in at once, however small the pieces that come: what is counted stays in proportion to what is brought. */
const step = 64 * 1024

/** Bytes `within` a time, of all together and of one site (design.md#networks). */
export type Intake = { all: number; ofOne: number; within: Ms }

/** Of one body. Its first step is not counted, so that nobody slows others down by what has not come. */
export type Pacer = {
  /** Whether so many bytes more may come in at once. */
  isInPace(bytes: number): boolean
  /** Until they may; false when that took longer than `within`, or the body has left. */
  wait(bytes: number): Promise<boolean>
  leave(): void
}

type Site = { steps: ReturnType<typeof createSteps>; waiting: Set<() => void> }

/** Steps that were taken come back evenly, one after the other, and the sites that wait for one take turns. */
export function createPace({ all, ofOne, within }: Intake): { enter(network: string): Pacer } {
  const everybody = createSteps(all / step, within)
  const sites = new Map<string, Site>()
  /** With somebody who waits: in their turns, and those whose own steps are not back yet. */
  const [line, parked] = [new Set<Site>(), new Set<Site>()]
  let isTicking = false

  function siteFor(network: string): Site {
    if (sites.size === 0) setTimeout(forget, within).unref()
    const name = siteOf(network)
    const site = sites.get(name) ?? { steps: createSteps(ofOne / step, within), waiting: new Set() }
    sites.set(name, site)
    return site
  }
  function forget() {
    for (const [name, site] of sites)
      if (site.steps.areAllBack() && site.waiting.size === 0) sites.delete(name)
    if (sites.size > 0) setTimeout(forget, within).unref()
  }
  function mayStep(site: Site): boolean {
    if (!everybody.isLeft() || !site.steps.isLeft()) return false
    everybody.take()
    site.steps.take()
    return true
  }
  function tick() {
    isTicking = false
    for (const site of [...parked]) queue(site)
    // Who comes to the end of the line again is met again, for as long as there are steps.
    for (const site of line) {
      if (!everybody.isLeft()) break
      const [first] = mayStep(site) ? site.waiting : []
      first?.()
      queue(site)
    }
    keepTicking()
  }
  /** To the end of its line. */
  function queue(site: Site) {
    for (const one of [line, parked]) one.delete(site)
    if (site.waiting.size > 0) (site.steps.isLeft() ? line : parked).add(site)
  }
  function keepTicking() {
    if (isTicking || line.size + parked.size === 0) return
    isTicking = true
    setTimeout(tick, (within * step) / all)
  }

  function enter(network: string): Pacer {
    let paid = step
    let leave = () => {}
    const waitForStep = (site: Site) =>
      new Promise<boolean>((resolve) => {
        const end = (mayGoOn: boolean) => {
          clearTimeout(late)
          site.waiting.delete(go)
          if (site.waiting.size === 0) queue(site)
          resolve(mayGoOn)
        }
        const go = () => end(true)
        const late = setTimeout(end, within, false)
        leave = () => end(false)
        site.waiting.add(go)
        if (site.waiting.size === 1) queue(site)
        keepTicking()
      })
    return {
      isInPace(bytes) {
        while (paid < bytes && line.size === 0 && mayStep(siteFor(network))) paid += step
        if (paid < bytes) return false
        paid -= bytes
        return true
      },
      async wait(bytes) {
        while (paid < bytes) {
          if (!(await waitForStep(siteFor(network)))) return false
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

/** So many at once; each comes back after its part of the time. */
function createSteps(most: number, within: Ms) {
  const each = within / most
  let allBackAt = 0
  const now = () => performance.now()
  return {
    isLeft: () => Math.max(allBackAt, now()) + each <= now() + within,
    take: () => void (allBackAt = Math.max(allBackAt, now()) + each),
    areAllBack: () => allBackAt <= now(),
  }
}
