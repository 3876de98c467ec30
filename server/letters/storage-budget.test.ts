// @module-tag long
import type { Failure } from '@lacre/letter/calls.ts'
import { days, seconds } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { openLetters } from '../testing/test-app.ts'
import { anAccount, written } from '../testing/factories.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import { expireUnpaid } from '../orders/cancel.ts'
import { forgetLetters } from './forget.ts'

/** Sets every letter as twenty megabytes. */
const pdf = Buffer.alloc(20 * 1024 * 1024, 'x')
const heavy = quickTypesetter(pdf)

async function openApp() {
  const app = await openLetters(heavy)
  let letters = 0
  return {
    ...app,
    async send(accountId: string) {
      app.clock.pass(seconds(1)) // the newest takes the place of the others
      const reply = await app.send(accountId, written(`<p>Carta ${letters++}</p>`))
      return { status: reply.statusCode, ...reply.json<Partial<Failure>>() }
    },
    proven: () => anAccount(app.db, { created_at: app.clock.now(), email_verified_at: app.clock.now() }),
  }
}
const statuses = async (count: number, send: () => Promise<{ status: number }>) => {
  const list: number[] = []
  for (let at = 0; at < count; at++) list.push((await send()).status)
  return list
}

// design/sending.md#letter-budget
test('before the address is proven there is room for 64 MB of unpaid letters, and others have theirs', async () => {
  const app = await openApp()
  const eva = await app.account()
  expect(await statuses(3, () => app.send(eva))).toEqual([200, 200, 200])
  expect(await app.send(eva)).toMatchObject({
    status: 413,
    code: 'no-space-left',
    detail: expect.stringMatching(/^Confirme su correo .* sigue en este navegador\.$/),
  })
  expect((await app.send(await app.proven())).status).toBe(200)
})

test('what is prepared in an hour is counted by its weight, also when it is refused', async () => {
  const app = await openApp()
  const eva = await app.account()
  expect(await statuses(7, () => app.send(eva))).toEqual([200, 200, 200, 413, 413, 413, 429])
  expect((await app.send(eva)).detail).toMatch(/^Ha preparado muchas cartas .* dentro de \d+ minutos\.$/)
})

test('letters that are replaced or expired count until they are forgotten', async () => {
  const app = await openApp()
  const eva = await app.account()
  await statuses(3, () => app.send(eva))
  app.clock.pass(days(8))
  expect(await expireUnpaid(app.world)).toBe(1)
  expect((await app.send(eva)).status).toBe(413)
  app.clock.pass(days(8))
  expect(await forgetLetters(app)).toBe(3)
  expect((await app.send(eva)).status).toBe(200)
})
