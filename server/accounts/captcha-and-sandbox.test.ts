import { expect, onTestFinished, test, vi } from 'vitest'
import type { Challenge } from 'altcha-lib'
import { testBareApp } from '../testing/bare-app.ts'
import { createLimits } from '../http/limits.ts'
import { createAltcha } from '../outside/captcha.ts'
import { systemRandom } from '../outside/clock.ts'
import { createSandboxSocial } from '../sandbox/google.ts'
import { answer, solve } from '../testing/captcha/solve-challenge.ts'
import { testClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { challengeRoute, sandboxCredentialRoute, spendAnswer } from './captcha-routes.ts'

async function openApp() {
  const { db, pool } = await testDatabase()
  const app = testBareApp()
  const clock = testClock('2096-11-21T09:00:00Z')
  const altcha = createAltcha({
    key: Buffer.alloc(32, 7),
    clock,
    random: systemRandom,
    spend: (nonce, expiresAt) => spendAnswer(db, nonce, expiresAt),
  })
  const { mint, signIn } = createSandboxSocial(clock)
  const limits = createLimits(pool)
  challengeRoute(app, { altcha, limits })
  sandboxCredentialRoute(app, { mint, limits })
  const credential = (email: string) =>
    app.inject({ method: 'POST', url: '/sandbox/social/credential', payload: { email } })
  return { app, altcha, signIn, credential }
}

test('each visitor gets a challenge that is not cached, and its answer counts once', async () => {
  const { app, altcha } = await openApp()
  const reply = await app.inject('/captcha/challenge')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['cache-control']).toBe('no-store')
  const solved = answer(await solve(reply.json<Challenge>()))
  expect(await altcha.verify(solved)).toBe(true)
  expect(await altcha.verify(solved)).toBe(false)
})

test('sixty challenges a minute for one caller', async () => {
  vi.useFakeTimers({ toFake: ['Date'] }) // however long they take
  onTestFinished(() => void vi.useRealTimers())
  const { app } = await openApp()
  const statuses: number[] = []
  for (let i = 0; i < 61; i++) statuses.push((await app.inject('/captcha/challenge')).statusCode)
  expect(statuses).toEqual([...Array(60).fill(200), 429])
})

test('the sandbox mints credentials for reserved addresses only, and names them', async () => {
  const { credential, signIn } = await openApp()
  const minted = await credential(' Ana@ejemplo.test ')
  expect(minted.headers['cache-control']).toBe('no-store')
  const identity = await signIn.identify(minted.json<{ credential: string }>().credential, '')
  expect(identity).toMatchObject({ email: 'Ana@ejemplo.test', emailVerified: true })

  const refused = await credential('persona.real@gmail.com')
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({
    detail:
      'En el modo de pruebas, use una dirección que termine en @ejemplo.test, por ejemplo ana@ejemplo.test.',
    code: 'email-not-reserved',
  })
})
