import { madridDay } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { letterCipher } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import { insertFrozen } from '../letters/letters-table.ts'
import { systemRandom } from '../outside/clock.ts'
import { aLetter, anAccount } from '../testing/factories.ts'
import { testWorld } from '../testing/test-app.ts'
import { testClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { eraseAccount } from '../privacy/erase.ts'
import { afterStatement, forgetsRecipients } from '../testing/played-database.ts'

const cipher = letterCipher(Buffer.alloc(32, 7), systemRandom)
const now = testClock().now()

const freeze = (db: Db, account_id: string) => {
  const id = systemRandom.uuid()
  const sealed = cipher.seal(id, { addresses: '{}', content: '<p>zarzamora</p>', pdf: Buffer.from('pdf') })
  const row = {
    id,
    account_id,
    state: 'frozen' as const,
    fingerprint: systemRandom.bytes(32),
    pages: 1,
    sheets: 1,
    pdf_sha256: id,
    price_lines: '[]',
    total_cents: 329,
    currency: 'eur',
    postal_code: '28013',
    created_at: now,
    state_since: now,
    printed_day: madridDay(now),
  }
  return db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now))
}

const waitingFor = async (db: Db) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n
}

async function house(meanwhile?: { words: string[]; act: () => Promise<unknown> }) {
  const database = await testDatabase()
  const { db } = database
  const email = 'ana@ejemplo.test'
  const accountId = await anAccount(db, { email, email_verified_at: now })
  const lost = await anAccount(db, { email })
  const { world } = testWorld(database)
  const erasing = meanwhile ? afterStatement(db, meanwhile.words, meanwhile.act) : db
  return {
    db,
    email,
    accountId,
    lost,
    erase: () => eraseAccount({ ...world, db: erasing }, { accountId, email }),
  }
}

test.each(['accountId', 'lost'] as const)(
  'a letter frozen while its account is erased waits, and is refused: no word stays (%s)',
  async (which) => {
    let freezing: Promise<unknown> = Promise.resolve()
    const { db, erase, ...ids } = await house({
      words: forgetsRecipients,
      async act() {
        freezing = freeze(db, ids[which]).then(
          () => 'frozen',
          (error: unknown) => error,
        )
        const waits = vi.waitUntil(() => waitingFor(db), { timeout: 10_000 })
        await Promise.race([freezing, waits])
      },
    })
    // The row of an account that has letters stays, without a name.
    for (const account_id of [ids.accountId, ids.lost]) await aLetter(db, { account_id, state: 'posted' })
    expect(await erase()).toBe('erased')
    expect(await freezing).toMatchObject({ code: 'unauthenticated' })
    expect(await db.selectFrom('letter_secret').select('letter_id').execute()).toEqual([])
  },
)

test.each(['accountId', 'lost'] as const)(
  'an account is not erased while a letter is being frozen in it (%s)',
  async (which) => {
    const { db, erase, ...ids } = await house()
    let erasing: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('account').select('id').where('id', '=', ids[which]).forKeyShare().execute()
      erasing = erase()
      await expect.poll(() => waitingFor(db)).toBe(1)
    })
    expect(await erasing).toBe('erased')
  },
)

test('what a claim that loses while it is erased had frozen is no word that stays: it is asked again', async () => {
  const { db, email, erase } = await house({
    words: ['"SelectQueryNode"', '"name":"letter"', '"frozen"'],
    async act() {
      const late = await anAccount(db, { email, created_at: now })
      await freeze(db, late)
    },
  })
  expect(await erase()).toBe('unpaid')
  expect(await db.selectFrom('account').select('id').where('email', '=', '').execute()).toEqual([])
})

test('refused for a letter of a claim that lost, nothing of the account itself is destroyed', async () => {
  const { db, accountId, lost, erase } = await house()
  for (const [account_id, state] of [
    [accountId, 'posted'],
    [lost, 'needs-person'],
  ] as const)
    await aLetter(db, { account_id, state, open: { cipher } })
  expect(await erase()).toBe('in-doubt')
  expect(await db.selectFrom('letter_secret').select('letter_id').execute()).toHaveLength(2)
})
