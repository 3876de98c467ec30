// @module-tag long
import type { Failure } from '@lacre/letter/calls.ts'
import { minutes, seconds } from '@lacre/letter/days.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLetters } from '../testing/test-app.ts'
import { anAccount, written } from '../testing/factories.ts'
import { createTypesetter } from '../typesetting/pool.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'

async function openApp(typesetter: Typesetter) {
  onTestFinished(() => typesetter.close())
  const app = await openLetters(typesetter)
  const look = (remoteAddress: string, payload = written(), accountId?: string) =>
    app.fastify.inject({
      method: 'POST',
      url: '/letters/preview',
      headers: accountId ? { authorization: `Bearer ${accountId}` } : {},
      payload,
      remoteAddress,
    })
  return { ...app, look }
}

// design/load.md#payers-first
test('while untrusted callers keep every child busy that they may, a letter is sent and a preview shown to who is trusted', async () => {
  const app = await openApp(
    createTypesetter({
      size: 2,
      program: new URL('../typesetting/testing/troubled-child.ts', import.meta.url),
      timeLimitMs: minutes(5),
      cpuLimitMs: minutes(5),
    }),
  )
  const me = await anAccount(app.db, { email_verified_at: app.clock.now() })
  let answered = 0
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    for (let i = 0; i < 2; i++) void app.look(address, written('hang')).then(() => answered++)
  await app.freeze(me)
  expect((await app.look('192.0.2.1', written(), me)).statusCode).toBe(200)
  expect(answered).toBe(0)
})

test('after twenty seconds of work for its previews a network waits for the next minute; others do not', async () => {
  const real = createTypesetter({ size: 1 }) // its pool refuses a network with no time left
  const slow: Typesetter = {
    ...real,
    async preview(task, turn) {
      const pages = await real.preview(task, turn)
      turn?.worked(seconds(20))
      return pages
    },
  }
  const { look, clock } = await openApp(slow)
  const statusFrom = async (address: string) => (await look(address)).statusCode
  expect(await statusFrom('2001:db8:1:1::1')).toBe(200)
  expect(await statusFrom('2001:db8:1:1::2')).toBe(429)
  const refused = await look('2001:db8:1:1::3')
  expect([refused.statusCode, refused.json<Failure>()]).toEqual([
    429,
    { code: 'too-many-tries', detail: 'Demasiadas vistas previas seguidas. Espere unos segundos.' },
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await statusFrom('2001:db8:1:2::1')).toBe(200)
  clock.pass(minutes(1))
  expect(await statusFrom('2001:db8:1:1::1')).toBe(200)
})

test('of trusted accounts one network has eight previews at a time and an account three; the next waits a second for its slot', async () => {
  const quick = quickTypesetter(Buffer.from('pdf'))
  const held: (() => void)[] = []
  const app = await openApp({
    ...quick,
    async preview(task) {
      const isHeld = (task.body as Uint8Array).includes(0x7e) // a tilde
      if (isHeld) await new Promise<void>((go) => held.push(go))
      return quick.preview(task)
    },
  })
  const proven = () => anAccount(app.db, { email_verified_at: app.clock.now() })
  const crowd = await Promise.all(Array.from({ length: 11 }, proven))
  const statuses: number[] = []
  for (const one of [...crowd, ...crowd, ...crowd])
    void app.look('192.0.2.1', written('~'), one).then(({ statusCode }) => statuses.push(statusCode))
  await expect.poll(() => statuses.length).toBe(25)
  expect(new Set(statuses)).toEqual(new Set([503]))
  await expect.poll(() => held.length).toBe(8)
  const me = await proven()
  expect((await app.look('192.0.2.2', written(), me)).statusCode).toBe(200)

  for (let i = 0; i < 3; i++) void app.look('192.0.2.2', written('~'), me)
  await expect.poll(() => held.length).toBe(11)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { setTimeout: still } = globalThis
  const waits: (number | undefined)[] = []
  // Not a spy: its end would put the time that stands still back, for the files after this one.
  const setTimeout = (...of: Parameters<typeof still>) => (waits.push(of[1]), still(...of))
  Object.assign(globalThis, { setTimeout })
  const next = app.look('192.0.2.2', written(), me)
  await expect.poll(() => waits).toContain(seconds(1))
  held[8]!()
  expect((await next).statusCode).toBe(200)
  for (const go of held) go()
})
