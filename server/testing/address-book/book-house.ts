import type { AddressBook, BookEntry } from '@lacre/letter/address/book-calls.ts'
import type { Address } from '@lacre/letter/address/address.ts'
import type { Failure as FailureBody } from '@lacre/letter/calls.ts'
import { addressBookRoutes } from '../../orders/address-book.ts'
import { bareApp } from '../../http/bare-app.ts'
import { addressesAsText } from '../../letters/stored.ts'
import { systemRandom } from '../../outside/clock.ts'
import { ana } from '../letter-house.ts'
import { plantAccount, plantLetter, type Planted } from '../plant.ts'
import { testDatabase } from '../test-database.ts'
import { testWorld } from '../test-world.ts'

/** The address book on a real database; who calls stands in the bearer. */
export async function bookHouse() {
  const { world } = testWorld(await testDatabase())
  const { db, clock, cipher } = world
  const app = bareApp(world)
  addressBookRoutes(app, world)
  async function call(who: string, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) {
    const headers = who ? { authorization: `Bearer ${who}` } : {}
    const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
    const body = reply.body
      ? reply.json<Partial<AddressBook & BookEntry & FailureBody & { entry: BookEntry }>>()
      : {}
    return { status: reply.statusCode, body }
  }
  const list = async (who: string) => (await call(who, 'GET', '/addresses/')).body.entries ?? []
  return {
    ...world,
    world,
    call,
    list,
    names: async (who: string) => (await list(who)).map(({ address }) => address.name),
    account: () => plantAccount(db, { created_at: clock.now() }),
    newId: () => systemRandom.uuid(),
    keep: (who: string, id: string, address: Address, basedOn: number | null = null) =>
      call(who, 'PUT', `/addresses/${id}`, { address, basedOn }),
    remove: (who: string, id: string) => call(who, 'DELETE', `/addresses/${id}`),
    letter: (account_id: string, destination: Address, said: Planted = {}) =>
      plantLetter(db, {
        account_id,
        open: { cipher, addresses: addressesAsText({ origin: ana, destination }) },
        ...said,
      }),
  }
}
