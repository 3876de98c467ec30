import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { closeUnpaid, eraseLetters } from '../../letters/ending/erase-letters.ts'
import { insertFrozen } from '../../letters/stored/letters-table.ts'
import { systemRandom } from '../../outside/random.ts'
import { plantAccount } from '../../testing/plant.ts'
import { testClock } from '../../testing/test-clock.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { eraseAccount, type Erasers } from './erase-account.ts'

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
  }
  return db.transaction().execute((tx) => insertFrozen(tx, row, sealed, now))
}

const waitingFor = async (db: Db) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n
}

async function house(changes: Partial<Erasers> = {}) {
  const { db } = await testDatabase()
  const email = 'ana@ejemplo.test'
  const accountId = await plantAccount(db, { email })
  const cancelling = {
    db,
    clock: testClock(),
    cancelIntentOf: () => Promise.resolve('cancelled' as const),
    requestRefund: () => Promise.resolve(0),
    voidPrintJob: () => Promise.resolve(),
    queueMail: () => Promise.resolve(),
  }
  const erasers: Erasers = {
    closeUnpaid: (account) => closeUnpaid(cancelling, account),
    eraseLetters,
    eraseDrafts: () => Promise.resolve(),
    eraseBook: () => Promise.resolve(),
    forgetRecipient: () => Promise.resolve(),
    forgetOperator: () => Promise.resolve(() => Promise.resolve()),
    ...changes,
  }
  return { db, accountId, erase: () => eraseAccount({ db, ...erasers }, { accountId, email }) }
}

test('a letter frozen while its account is erased waits, and is refused: no word stays', async () => {
  let freezing: Promise<unknown> = Promise.resolve()
  const { db, accountId, erase } = await house({
    async eraseDrafts() {
      freezing = freeze(db, accountId).then(
        () => 'frozen',
        (error: unknown) => error,
      )
      await expect.poll(() => waitingFor(db)).toBe(1)
    },
  })
  expect(await erase()).toBe('erased')
  expect(await freezing).toMatchObject({ code: 'unauthenticated' })
  expect(await db.selectFrom('letter_secret').select('letter_id').execute()).toEqual([])
})

test('an account is not erased while a letter of it is being frozen', async () => {
  const { db, accountId, erase } = await house()
  let erasing: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forKeyShare().execute()
    erasing = erase()
    await expect.poll(() => waitingFor(db)).toBe(1)
  })
  expect(await erasing).toBe('erased')
})
