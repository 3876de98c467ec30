import type { MoneyMode } from '@lacre/letter/price/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from './tables.ts'

/**
 * Writes down what the database is for at its first use, and says what it is for ever after. Letters "paid" in the
 * sandbox or with test cards, and accounts anybody may open there, have no place in a real installation
 * (design.md#never-printed-unpaid).
 */
export async function databaseMode(db: Db, wanted: MoneyMode): Promise<MoneyMode> {
  await db
    .insertInto('house_mode')
    .values({ only_row: true, mode: wanted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('house_mode').select('mode').executeTakeFirstOrThrow()).mode
}

/** Which of the installations that may share an account of the card provider; after `databaseMode`. */
export async function installationId(db: Db): Promise<string> {
  return (await db.selectFrom('house_mode').select('installation').executeTakeFirstOrThrow()).installation
}

/** What of the test is under way: refunds that have not arrived, and payments of ended letters that could still be made. */
export type UnderWay = { letters: number; refunds: number; payments: number }

/**
 * From test money to live, by a person's own command. Not while a letter paid with test cards, or one of which that is
 * not known, could still be paid for or printed, nor while the provider has to be asked about test money: live keys know
 * nothing of it. And nothing leads out of the sandbox or back from live.
 */
export function makeLive(db: Db): Promise<'live' | 'not-test' | UnderWay> {
  return db.transaction().execute(async (tx) => {
    const { mode } = await tx.selectFrom('house_mode').select('mode').forUpdate().executeTakeFirstOrThrow()
    if (mode !== 'test') return 'not-test'
    const left = await underWay(tx)
    if (left.letters || left.refunds || left.payments) return left
    await tx.updateTable('house_mode').set({ mode: 'live' }).execute()
    return 'live'
  })
}

async function underWay(tx: Tx): Promise<UnderWay> {
  const { rows } = await sql<UnderWay>`
    with unfinished as (
      select id from letter where state in ('frozen', 'paid', 'batched', 'printed', 'needs-person'))
    select (select count(*)::int from unfinished) as letters,
      (select count(*)::int from payment_money
        where asked in ('asked', 'pending') and dispute is distinct from 'lost') as refunds,
      (select count(distinct order_id)::int from payment
        where state = 'open' and letter_id not in (select id from unfinished)) as payments`.execute(tx)
  return rows[0]!
}
