import { days } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { openConsole, paidByCard } from '../testing/console-app.ts'
import { buyer, openBooks } from '../testing/invoices/invoice-desk.ts'
import { buyerOf, forgetBuyers } from './buyer.ts'
import { exportInvoices } from './routes.ts'
import { eraseAccount } from '../privacy/erase.ts'

const typesetter = { setInvoice: () => Promise.resolve({ pdf: Buffer.from('%PDF') }) }

/** A full invoice of Ana's, whose money then went back. */
async function boughtAndReturned() {
  const { house, books, giveBack } = await openBooks()
  const id = await paidByCard(house)
  await books.askFull(id)
  await giveBack(id)
  await books.issue()
  const { payment_id } = (await books.invoices())[0]!
  return { house, books, payment_id, open: () => buyerOf(house.world, payment_id) }
}

test('one takes one’s invoices along, with the buyer one gave', async () => {
  const { house } = await boughtAndReturned()
  const files = new Map<string, string>()
  for await (const { name, bytes } of exportInvoices({ ...house.world, typesetter }, house.ana))
    files.set(name, Buffer.from(bytes).toString())
  expect([...files.keys()]).toEqual(
    ['R', 'F', 'S'].flatMap((series) =>
      ['json', 'pdf'].map((form) => `facturas/PRUEBA-${series}2026-000001.${form}`),
    ),
  )
  expect(JSON.parse(files.get('facturas/PRUEBA-F2026-000001.json') ?? '')).toMatchObject({
    total_cents: 329,
    buyer,
  })
  const other = exportInvoices({ ...house.world, typesetter }, await house.account())
  expect((await other.next()).done).toBe(true)
})

test('a letter that was paid a moment ago goes along with its invoice', async () => {
  const house = await openConsole()
  await paidByCard(house)
  const files = []
  for await (const { name } of exportInvoices({ ...house.world, typesetter }, house.ana)) files.push(name)
  expect(files).toEqual(['json', 'pdf'].map((form) => `facturas/PRUEBA-S2026-000001.${form}`))
})

test('an erased account leaves its invoices, and the buyer sealed until the law’s term is over', async () => {
  const { house, books, open } = await boughtAndReturned()
  const before = await books.invoices()
  const erased = eraseAccount(house.world, { accountId: house.ana, email: 'ana@example.org' })
  expect(await erased).toBe('erased')
  expect(await books.invoices()).toEqual(before)
  expect(JSON.stringify(before)).not.toContain(buyer.nif)
  expect(await open()).toEqual(buyer)
  house.clock.pass(days(6 * 365))
  expect(await forgetBuyers(house.world)).toBe(0)
  house.clock.pass(days(3))
  expect(await forgetBuyers(house.world)).toBe(1)
  expect(await open()).toBeUndefined()
})
