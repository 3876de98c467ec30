// @module-tag long
import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { answer, solve } from '../testing/captcha/solve-challenge.ts'
import { createAltcha, type SpendAnswer } from './captcha.ts'
import { systemRandom } from './clock.ts'

/** The library reads the real clock as well, so ours stands where nothing has expired for it. */
function app(key = Buffer.alloc(32, 7)) {
  const spent = new Set<string>()
  const spend: SpendAnswer = (nonce) => Promise.resolve(!spent.has(nonce) && !!spent.add(nonce))
  const clock = testClock('2096-11-21T09:00:00Z')
  return { clock, spent, altcha: createAltcha({ key, clock, random: systemRandom, spend }) }
}

test("a browser's answer passes once, on any node with the same key", async () => {
  const { altcha } = app()
  const solved = answer(await solve(await altcha.challenge()))
  const elsewhere = app().altcha
  expect(await elsewhere.verify(solved)).toBe(true)
  expect(await elsewhere.verify(solved)).toBe(false)
})

test('the work is what a browser does in about a second', async () => {
  const { parameters } = await app().altcha.challenge()
  expect(parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1000 })
  expect(parameters.expiresAt).toBe(Date.parse('2096-11-21T09:10:00Z') / 1000)
  const { solution } = await solve(await app().altcha.challenge())
  expect(solution.counter).toBeGreaterThanOrEqual(1000)
  expect(solution.counter).toBeLessThanOrEqual(3000)
})

test('after ten minutes an answer is worth nothing', async () => {
  const { altcha, clock, spent } = app()
  const solved = answer(await solve(await altcha.challenge()))
  clock.pass(10 * 60 * 1000)
  expect(await altcha.verify(solved)).toBe(false)
  expect(spent.size).toBe(0)
})

test("easier work, a later end, another solution, another app's key: each is refused", async () => {
  const { altcha, spent } = app()
  const { challenge, solution } = await solve(await altcha.challenge())
  const { parameters } = challenge
  const forged = [
    { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, expiresAt: 4_102_444_800 } }, solution },
    { challenge: { ...challenge, parameters: { ...parameters, nonce: 'ab'.repeat(16) } }, solution },
    { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
    { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
    { challenge, solution: { ...solution, derivedKey: 'no hex' } },
    await solve(await app(Buffer.alloc(32, 8)).altcha.challenge()),
  ]
  for (const payload of forged) expect(await altcha.verify(answer(payload))).toBe(false)
  expect(spent.size).toBe(0)
  expect(await altcha.verify(answer({ challenge, solution }))).toBe(true)
})

test.each([
  '',
  'garbage',
  '%%%',
  'bnVsbA==',
  answer([]),
  answer({ challenge: {}, solution: {} }),
  answer({ verified: true }),
])('what is no answer at all (%j) is refused, not an error', async (nonsense) => {
  expect(await app().altcha.verify(nonsense)).toBe(false)
})
