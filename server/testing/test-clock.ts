import type { Clock } from '../outside/clock.ts'

export type TestClock = Clock & { pass(milliseconds: number): void; set(instant: string): void }

/** Stands still until it is told. Saturday 21 November 2026, 10:00 in Madrid, unless said otherwise. */
export function testClock(instant = '2026-11-21T09:00:00Z'): TestClock {
  let now = new Date(instant)
  return {
    now: () => new Date(now),
    pass: (milliseconds) => void (now = new Date(now.getTime() + milliseconds)),
    set: (text) => void (now = new Date(text)),
  }
}
