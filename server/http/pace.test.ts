import { milliseconds } from '@lacre/letter/days.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './bodies.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tokenBytes = 64 * 1024
const [ana, luis, eva] = ['192.0.2.1', '198.51.100.1', '203.0.113.1']
/** Four tokens, of which one is refilled every second; all of them have been taken. */
function spentPace() {
  const pace = createPace({ bytes: 4 * tokenBytes, within: milliseconds(4000) })
  expect(pace.enter('10.0.0.1').isInPace(5 * tokenBytes)).toBe(true)
  return pace
}
/** Bodies that wait for one token more than their first; who of them has come in, in order. */
function waitFor(pace: ReturnType<typeof createPace>, networks: string[]) {
  const [came, gone]: [string[], string[]] = [[], []]
  const bodies = networks.map((network) => pace.enter(network))
  for (const [at, body] of bodies.entries())
    void body.wait(2 * tokenBytes).then((isIn) => (isIn ? came : gone).push(networks[at]!))
  return { bodies, came, gone }
}

// design.md#bodies
test('what was taken in comes back evenly, not all at once', async () => {
  const { came } = waitFor(spentPace(), [ana, luis, eva])
  const counts: number[] = []
  for (let second = 0; second < 3; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    counts.push(came.length)
  }
  expect(counts).toEqual([1, 2, 3])
})

test('sites take turns, however many bodies of one wait', async () => {
  const { came } = waitFor(spentPace(), [ana, ana, ana, ana, luis])
  await vi.advanceTimersByTimeAsync(2000)
  expect(came).toEqual([ana, luis])
})

test('all networks of a site have one turn', async () => {
  const { came } = waitFor(spentPace(), ['2001:db8:1:1', '2001:db8:1:2', '2001:db8:1:3', luis])
  await vi.advanceTimersByTimeAsync(2000)
  expect(came).toEqual(['2001:db8:1:1', luis])
})

test('a body that leaves takes the token of nobody', async () => {
  const { bodies, came, gone } = waitFor(spentPace(), [ana, luis])
  bodies[0]!.leave()
  await vi.advanceTimersByTimeAsync(1000)
  expect([gone, came]).toEqual([[ana], [luis]])
})

test('who has just come does not go before those who wait', async () => {
  const pace = spentPace()
  await vi.advanceTimersByTimeAsync(500)
  const { came } = waitFor(pace, [ana])
  await vi.advanceTimersByTimeAsync(700)
  expect(pace.enter(luis).isInPace(2 * tokenBytes)).toBe(false)
  await vi.advanceTimersByTimeAsync(300)
  expect(came).toEqual([ana])
})

test('nobody waits for longer than all of it takes to come back', async () => {
  const { came, gone } = waitFor(
    spentPace(),
    Array.from({ length: 6 }, () => ana),
  )
  await vi.advanceTimersByTimeAsync(4000)
  expect([came.length, gone.length]).toEqual([3, 3])
})

test('the first token of a body is free, also in small pieces, and what follows is counted by what comes', async () => {
  const body = spentPace().enter(ana)
  for (let piece = 0; piece < 64; piece++) expect(body.isInPace(1024)).toBe(true)
  expect(body.isInPace(1)).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect([body.isInPace(tokenBytes), body.isInPace(1)]).toEqual([true, false])
})
