import { days } from '@lacre/letter/days.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openConsole, paidByCard } from '../testing/console-app.ts'
import { buyer, openBooks } from '../testing/invoices/invoice-desk.ts'
import { buyerOf, forgetBuyers } from './buyer.ts'
import { exportInvoices } from './routes.ts'
import { eraseAccount } from '../privacy/erase.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup } from '../database/restore.ts'
import { writeBackup } from '../database/backup.ts'
import { fixedKeys } from '../database/cipher.ts'
import { systemRandom } from '../outside/clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { issueInvoices } from './issue.ts'

const typesetter = { setInvoice: () => Promise.resolve({ pdf: Buffer.from('%PDF') }) }

/** A full invoice for Ana, and then its refund. */
async function boughtAndReturned() {
  const { app, books, giveBack } = await openBooks()
  const id = await paidByCard(app)
  await books.askFull(id)
  await giveBack(id)
  await books.issue()
  const { payment_id } = (await books.invoices())[0]!
  return { app, books, payment_id, open: () => buyerOf(app.world, payment_id) }
}

test('one takes one’s invoices along, with the buyer one gave', async () => {
  const { app } = await boughtAndReturned()
  const files = new Map<string, string>()
  for await (const { name, bytes } of exportInvoices({ ...app.world, typesetter }, app.ana))
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
  const other = exportInvoices({ ...app.world, typesetter }, await app.account())
  expect((await other.next()).done).toBe(true)
})

test('a letter that was paid a moment ago goes along with its invoice', async () => {
  const app = await openConsole()
  await paidByCard(app)
  const files = []
  for await (const { name } of exportInvoices({ ...app.world, typesetter }, app.ana)) files.push(name)
  expect(files).toEqual(['json', 'pdf'].map((form) => `facturas/PRUEBA-S2026-000001.${form}`))
})

test('an erased account leaves its invoices, and the buyer sealed until the law’s term is over', async () => {
  const { app, books, open } = await boughtAndReturned()
  const before = await books.invoices()
  const erased = eraseAccount(app.world, { accountId: app.ana, email: 'ana@example.org' })
  expect(await erased).toBe('erased')
  expect(await books.invoices()).toEqual(before)
  expect(JSON.stringify(before)).not.toContain(buyer.nif)
  expect(await open()).toEqual(buyer)
  app.clock.pass(days(6 * 365))
  expect(await forgetBuyers(app.world)).toBe(0)
  app.clock.pass(days(3))
  expect(await forgetBuyers(app.world)).toBe(1)
  expect(await open()).toBeUndefined()
})

test('restored twice, a backup leads to no number that was given before', async () => {
  const app = await openConsole()
  const keys = fixedKeys(Buffer.alloc(32, 3))
  const folder = mkdtempSync(join(tmpdir(), 'lacre-series-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await paidByCard(app)
  const { path } = await writeBackup({ pool: app.pool, keys, random: systemRandom }, folder)

  const numbers: string[] = []
  async function issueIn(db: typeof app.db) {
    await issueInvoices({ ...app.world, db })
    numbers.push((await db.selectFrom('invoice').select('number').executeTakeFirstOrThrow()).number)
  }
  await issueIn(app.db)
  for (let time = 0; time < 2; time++) {
    const { db, at } = await testDatabase()
    expect(await restoreBackup({ path, at, keys, mode: 'sandbox' })).toHaveProperty('rows')
    await issueIn(db)
  }
  expect(numbers).toEqual([
    'PRUEBA-S2026-000001',
    ...[1, 2].map((): unknown => expect.stringMatching(/^PRUEBA-S2026-[0-9A-Z]{8}-000001$/)),
  ])
  expect(new Set(numbers).size).toBe(3)
})
