// @module-tag long
import { expect, test } from 'vitest'
import { openAddressBook } from '../testing/test-app.ts'
import { ana, anAccount, luis } from '../testing/factories.ts'
import { mostEntries, changeBook } from './address-book.ts'

const written = '字'.repeat(200)
const heaviest = { ...ana, name: written, street: written, state: written, city: written }

// design/sending.md#address-book
test('what is written of a book in an hour is counted by its weight; what is beyond changes nothing', async () => {
  const app = await openAddressBook()
  const proven = await anAccount(app.db, { email_verified_at: app.clock.now() })
  const [greedy, other] = [await app.account(), await app.account()]
  for (const who of [greedy, proven]) {
    const entries = Array.from({ length: mostEntries }, () => ({
      id: app.newId(),
      version: 1,
      address: heaviest,
    }))
    await changeBook(app, who, () => ({ book: { entries, known: [] } }))
  }

  // Some 1,200 KB each, of 65,536.
  expect((await app.remove(greedy, app.newId())).status).toBe(204)
  for (const who of [greedy, proven]) await app.limits.bookKilobytesUnproven.take(who, 64_000)

  const [{ id } = { id: '' }] = await app.list(greedy)
  const refused = await app.keep(greedy, id, luis, 1)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-bytes' } })
  expect(refused.body.detail).toMatch(/^Ha cambiado mucho su libreta .* dentro de \d+ minutos\.$/)
  expect((await app.list(greedy)).every(({ version }) => version === 1)).toBe(true)

  expect((await app.remove(proven, app.newId())).status).toBe(204)
  expect((await app.keep(other, app.newId(), luis)).status).toBe(200)
})
