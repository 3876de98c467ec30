import { milliseconds } from '@lacre/letter/duration.ts'
import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

function block(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

// design.md#bodies
test('what takes turns goes in order and keeps the main loop busy for a quarter of the time, all together', async () => {
  const inTurn = takeTurns()
  const done: number[] = []
  const before = performance.eventLoopUtilization()
  await new Promise<void>((last) => {
    for (const [at, ms] of [20, 40, 10, 30, 0].entries())
      inTurn(() => {
        block(milliseconds(ms))
        done.push(at)
        if (at === 4) last()
      })
  })
  expect(done).toEqual([0, 1, 2, 3, 4])
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
})
