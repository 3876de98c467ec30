// @module-tag long
import { addDays, madridDay, minutes } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDrafts, openLetters } from '../testing/test-app.ts'
import { written } from '../testing/factories.ts'
import { createTypesetter } from '../typesetting/pool.ts'
import { megabyte } from './limits.ts'
import { busy } from './semaphore.ts'

// design/load.md#answers
test.each([
  ['drafts', 'draft'],
  ['templates', 'template'],
] as const)('of many %s asked for at once two are read, and others read theirs', async (kind, table) => {
  const app = await openDrafts()
  const [ana, eva] = [await app.account(), await app.account()]
  const [of, another] = [app.newId(), app.newId()]
  const text = { name: 'Larga', content: 'a'.repeat(1_000_000), basedOn: null }
  await app.call(ana, 'PUT', `/${kind}/${of}`, text)
  await app.call(eva, 'PUT', `/${kind}/${another}`, text)
  const answered: number[] = []
  const ask = async (who: string, id: string) => {
    const { status } = await app.call(who, 'GET', `/${kind}/${id}`)
    answered.push(status)
    return status
  }
  // None is read to its end before the others have waited.
  const held = await app.db.startTransaction().execute()
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(held)
  const hers = Array.from({ length: 12 }, () => ask(ana, of))
  const theirs = ask(eva, another)
  await expect.poll(() => answered.length).toBe(10)
  await held.rollback().execute()
  expect(await theirs).toBe(200)
  expect((await Promise.all(hers)).toSorted((one, other) => one - other)).toEqual([
    200,
    200,
    ...Array<number>(10).fill(503),
  ])
  expect(await ask(ana, of)).toBe(200)
})

test('an account reads 128 MB in a minute, also as the other text of a change; what is beyond is not even looked for', async () => {
  const app = await openDrafts()
  const [ana, eva] = [await app.account(), await app.account()]
  const [of, another] = [app.newId(), app.newId()]
  await app.keep(ana, of, 'x'.repeat(megabyte), null)
  await app.keep(eva, another, 'Hola', null)
  expect((await app.read(ana, of)).status).toBe(200)
  const rows = app.db
    .updateTable('rate_limit')
    .where('key', 'like', 'readKilobytes:%')
    .where('points', '=', 1024)
  const expire = String(Date.now() + minutes(1))
  const changed = await rows.set({ points: 127 * 1024, expire }).executeTakeFirst()
  expect(changed.numUpdatedRows).toBe(1n)

  expect((await app.keep(ana, of, 'Otro texto', null)).status).toBe(409)
  expect((await app.read(ana, of)).status).toBe(200)
  const refused = {
    status: 429,
    body: { code: 'too-many-bytes', detail: expect.stringMatching(/dentro de un minuto/) },
  }
  expect(await app.keep(ana, of, 'Otro texto', null)).toMatchObject(refused)
  await app.call(ana, 'DELETE', `/drafts/${of}`)
  expect(await app.read(ana, of)).toMatchObject(refused)
  expect((await app.read(eva, another)).status).toBe(200)
})

test('letters and their pages share one limit, and no day is changed while it is full', async () => {
  const typesetter = createTypesetter({ size: 1 })
  onTestFinished(() => typesetter.close())
  let isBusy = false
  const app = await openLetters(typesetter, {
    readDocument: (_, read) => (isBusy ? Promise.reject(busy()) : read()),
  })
  const ana = await app.account()
  const { id } = await app.freeze(ana, written())
  const postOn = addDays(madridDay(app.clock.now()), 7)
  isBusy = true
  const asked = [
    await app.get(ana, `/letters/${id}`),
    await app.get(ana, `/letters/${id}/pdf`),
    await app.post(ana, `/letters/${id}/day`, { postOn }),
  ]
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
  isBusy = false
  expect((await app.get(ana, `/letters/${id}`)).json()).toMatchObject({ postOn: null })
  expect((await app.post(ana, `/letters/${id}/day`, { postOn })).json()).toMatchObject({ postOn })
})
