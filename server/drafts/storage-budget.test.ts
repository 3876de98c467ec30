import { expect, test } from 'vitest'
import { draftHouse } from '../testing/draft-house.ts'

const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024)

// design.md#draft-budget
test('an account has room for 32 MB of drafts; what is beyond changes nothing', async () => {
  const house = await draftHouse()
  const [ana, first, second] = [await house.account(), house.newId(), house.newId()]
  expect((await house.keep(ana, first, megabytes(15), null)).status).toBe(200)
  expect((await house.keep(ana, second, megabytes(15), null)).status).toBe(200)
  const refused = await house.keep(ana, house.newId(), megabytes(3), null)
  expect(refused).toMatchObject({ status: 413, body: { code: 'no-space-left' } })
  expect(refused.body.detail).toMatch(/sigue en este navegador; borre otro/)
  expect((await house.call(ana, 'DELETE', `/drafts/${first}`)).status).toBe(204)
  expect((await house.keep(ana, house.newId(), megabytes(3), null)).status).toBe(200)
})

test('before the address is proven there is room for 4 MB, and the version before stays', async () => {
  const house = await draftHouse()
  const [eva, id] = [await house.unproven(), house.newId()]
  expect((await house.keep(eva, id, megabytes(3), null)).status).toBe(200)
  const refused = await house.keep(eva, id, megabytes(5), 1)
  expect(refused).toMatchObject({ status: 413, body: { code: 'no-space-left' } })
  expect(refused.body.detail).toMatch(/Confirme su correo/)
  expect((await house.read(eva, id)).body).toMatchObject({ version: 1, content: megabytes(3) })
})

test('what is written in an hour is counted by its weight, also when it is refused', async () => {
  const house = await draftHouse()
  const eva = await house.unproven()
  const tries: number[] = []
  for (let at = 0; at < 6; at++)
    tries.push((await house.keep(eva, house.newId(), megabytes(15), null)).status)
  expect(tries).toEqual([413, 413, 413, 413, 429, 429])
  expect((await house.keep(await house.unproven(), house.newId(), megabytes(3), null)).status).toBe(200)
})

test('what is no draft is counted before it is read', async () => {
  const house = await draftHouse()
  const [eva, none] = [await house.unproven(), { nothing: megabytes(15) }]
  const tries: number[] = []
  for (let at = 0; at < 5; at++)
    tries.push((await house.call(eva, 'PUT', `/drafts/${house.newId()}`, none)).status)
  expect(tries).toEqual([400, 400, 400, 400, 429])
})
