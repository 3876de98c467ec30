import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db } from '../database/tables.ts'
import { openAddressBook, openDrafts } from '../testing/test-app.ts'
import { aLetter, luis } from '../testing/factories.ts'
import { eraseAccount } from '../privacy/erase.ts'
import { afterStatement, forgetsRecipients } from '../testing/played-database.ts'

const id = '00000000-0000-4000-8000-000000000001'
const draft = { content: '<p>zarzamora</p>', basedOn: null }
const address = { address: luis, basedOn: null }
const signature = { colour: 'black', strokes: [[1, 2, 3, 4]] }

const somebodyWaits = async (db: Db) => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

test.each([
  ['a first draft', openDrafts, 'draft', `/drafts/${id}`, [draft]],
  ['a draft’s change', openDrafts, 'draft', `/drafts/${id}`, [draft, { ...draft, basedOn: 1 }]],
  [
    'a template',
    openDrafts,
    'template',
    `/templates/${id}`,
    [{ name: 'Navidad', content: '<p>zarzamora</p>' }],
  ],
  ['a signature', openDrafts, 'signature', '/signature', [signature]],
  ['an address', openAddressBook, 'address_book', `/addresses/${id}`, [address]],
] as const)(
  '%s that comes while its account is erased waits, and is refused (design/accounts.md#own-data)',
  async (_, open, table, url, bodies) => {
    const house = await open()
    const account = await house.account()
    // The row of an account that has letters stays, without a name.
    await aLetter(house.db, { account_id: account, state: 'posted' })
    for (const body of bodies.slice(0, -1))
      expect((await house.call(account, 'PUT', url, body)).status).toBe(200)

    let keeping: Promise<{ status: number }> | undefined
    const { world, db } = house
    const keepMeanwhile = async () => {
      keeping = house.call(account, 'PUT', url, bodies.at(-1))
      const waits = vi.waitUntil(() => somebodyWaits(db), { timeout: 10_000 })
      await Promise.race([keeping, waits])
    }
    const erasing = { ...world, db: afterStatement(db, forgetsRecipients, keepMeanwhile) }
    expect(await eraseAccount(erasing, { accountId: account, email: 'ana@ejemplo.test' })).toBe('erased')
    expect((await keeping)?.status).toBe(401)
    expect(await db.selectFrom(table).select('account_id').execute()).toEqual([])
  },
)
