import type { Address } from '@lacre/letter/address/address.ts'
import { expect, test } from 'vitest'
import { lockAccount } from '../http/bearer.ts'
import { openAddressBook } from '../testing/test-app.ts'
import { luis } from '../testing/factories.ts'
import { keepEntry } from './address-book.ts'

test('many changes at once are all kept', async () => {
  const app = await openAddressBook()
  const me = await app.account()
  const people = Array.from({ length: 12 }, (_, n) => ({ ...luis, name: `Persona ${n + 10}` }))
  const keep = (address: Address) => keepEntry(app, me, { id: app.newId(), address, basedOn: null })
  expect(await Promise.all(people.map(keep))).toMatchObject(people.map((address) => ({ address })))
  expect(await app.names(me)).toEqual(people.map(({ name }) => name))
})

test('of twelve writes of an account at once two are kept, and no other account waits', async () => {
  const app = await openAddressBook()
  const [greedy, other] = [await app.account(), await app.account()]
  const id = app.newId()
  await app.keep(other, id, luis)
  const locked = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const holding = app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, greedy)
    locked.resolve()
    await open.promise
  })
  await locked.promise
  const statuses: number[] = []
  const calls = Array.from({ length: 12 }, async () => {
    statuses.push((await app.keep(greedy, app.newId(), luis)).status)
  })
  await expect.poll(() => statuses, { timeout: 30_000 }).toEqual(Array<number>(10).fill(503))
  expect(await app.names(other)).toEqual([luis.name])
  open.resolve()
  await Promise.all([holding, ...calls])
  expect(statuses.slice(10)).toEqual([200, 200])
  expect(await app.list(greedy)).toHaveLength(2)
})

test('removing what is not there writes nothing', async () => {
  const app = await openAddressBook()
  const me = await app.account()
  await app.keep(me, app.newId(), luis)
  const written = () => app.db.selectFrom('address_book').select('content').execute()
  const before = await written()
  expect((await app.remove(me, app.newId())).status).toBe(204)
  expect(await written()).toEqual(before)
})
