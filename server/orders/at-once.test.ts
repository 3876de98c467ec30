import type { Address } from '@lacre/letter/address/address.ts'
import { expect, test } from 'vitest'
import { lockAccount } from '../http/bearer.ts'
import { openAddressBook } from '../testing/test-app.ts'
import { luis } from '../testing/factories.ts'
import { keepEntry } from './address-book.ts'

test('many changes at once are all kept', async () => {
  const house = await openAddressBook()
  const me = await house.account()
  const people = Array.from({ length: 12 }, (_, n) => ({ ...luis, name: `Persona ${n + 10}` }))
  const keep = (address: Address) => keepEntry(house, me, { id: house.newId(), address, basedOn: null })
  expect(await Promise.all(people.map(keep))).toMatchObject(people.map((address) => ({ address })))
  expect(await house.names(me)).toEqual(people.map(({ name }) => name))
})

test('whoever writes twelve times at once keeps nobody waiting, and two of them are kept', async () => {
  const house = await openAddressBook()
  const [greedy, other] = [await house.account(), await house.account()]
  const id = house.newId()
  await house.keep(other, id, luis)
  const locked = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const holding = house.db.transaction().execute(async (tx) => {
    await lockAccount(tx, greedy)
    locked.resolve()
    await open.promise
  })
  await locked.promise
  const statuses: number[] = []
  const calls = Array.from({ length: 12 }, async () => {
    statuses.push((await house.keep(greedy, house.newId(), luis)).status)
  })
  await expect.poll(() => statuses, { timeout: 30_000 }).toEqual(Array<number>(10).fill(503))
  expect(await house.names(other)).toEqual([luis.name])
  open.resolve()
  await Promise.all([holding, ...calls])
  expect(statuses.slice(10)).toEqual([200, 200])
  expect(await house.list(greedy)).toHaveLength(2)
})

test('removing what is not there writes nothing', async () => {
  const house = await openAddressBook()
  const me = await house.account()
  await house.keep(me, house.newId(), luis)
  const written = () => house.db.selectFrom('address_book').select('content').execute()
  const before = await written()
  expect((await house.remove(me, house.newId())).status).toBe(204)
  expect(await written()).toEqual(before)
})
