import { type Day, madridDay } from '@lacre/letter/days.ts'
import { cents, type Cents, inEuros } from '@lacre/letter/price/money.ts'
import {
  firstPrices,
  postageOf,
  type Price,
  type PriceCode,
  priceOn,
  type PriceRow,
} from '@lacre/letter/price/price.ts'
import * as calls from '@lacre/letter/print-room/console-calls.ts'
import { sql } from 'kysely'
import type { Db, Row, Tx } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, type RequireOperator } from '../http/bearer.ts'
import type { Clock } from '../outside/clock.ts'
import type { RecordAuditEntry } from '../ports.ts'

const rowOf = ({ from_day, code, cents: amount }: Row<'price'>): PriceRow => ({
  from: from_day as Day,
  code: code as PriceCode,
  cents: cents(amount),
})

const added = (db: Db | Tx): Promise<Row<'price'>[]> =>
  db.selectFrom('price').selectAll().orderBy('from_day').orderBy('code').execute()

/** Every row there is. Read anew each time: what one server adds counts at once on all of them. */
export const allPrices = async (db: Db | Tx): Promise<PriceRow[]> => [
  ...firstPrices,
  ...(await added(db)).map(rowOf),
]

/** The same, with who added each; nobody has added the first ones. */
export const pricesWithAuthors = async (db: Db): Promise<(PriceRow & { addedBy: string | null })[]> => [
  ...firstPrices.map((row) => ({ ...row, addedBy: null })),
  ...(await added(db)).map((row) => ({ ...rowOf(row), addedBy: row.added_by })),
]

/** False: that part has a row from that very day. */
async function insertPrice(tx: Tx, { from, code, cents }: PriceRow, by: string, now: Date) {
  const inserted = await tx
    .insertInto('price')
    .values({ from_day: from, code, cents, added_at: now, added_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** False: there is no such row. */
async function deletePrice(tx: Tx, { from, code }: Pick<PriceRow, 'from' | 'code'>) {
  const deleted = await tx
    .deleteFrom('price')
    .where('from_day', '=', from)
    .where('code', '=', code)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export type PriceDeps = { db: Db; clock: Clock; recordAuditEntry: RecordAuditEntry }
export type PriceRefusal = 'not-later' | 'nonsense' | 'duplicate' | 'unknown'

/** The provider charges no less than half a euro; more than a hundred is a slip of the finger. */
const totals = { least: cents(50), most: cents(10_000) }

/** A new price from a later day on; what a letter costs from then. Letters that are frozen keep theirs. */
export const addPrice = (deps: PriceDeps, row: PriceRow, by: string): Promise<Price | PriceRefusal> =>
  change(deps, row, async (tx, now) => {
    if (row.code === 'launch-discount' ? row.cents > 0 : row.cents < 0) return 'nonsense'
    if (!(await insertPrice(tx, row, by, now))) return 'duplicate'
    return entryOf(deps, tx, { ...row, action: 'add-price', by, now })
  })

/** Takes a row back before its day has come. */
export const removePrice = (
  deps: PriceDeps,
  row: Pick<PriceRow, 'from' | 'code'>,
  by: string,
): Promise<Price | PriceRefusal> =>
  change(deps, row, async (tx, now) => {
    if (!(await deletePrice(tx, row))) return 'unknown'
    return entryOf(deps, tx, { ...row, action: 'remove-price', by, now })
  })

/** Thrown, so that the transaction takes the row back. */
class Nonsense extends Error {}

async function change(
  { db, clock }: PriceDeps,
  { from }: Pick<PriceRow, 'from'>,
  write: (tx: Tx, now: Date) => Promise<PriceRefusal | undefined>,
): Promise<Price | PriceRefusal> {
  const now = clock.now()
  // What is shown today and charged today stays as it is (design.md#price-shown-is-charged).
  if (from <= madridDay(now)) return 'not-later'
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`lock table price in share row exclusive mode`.execute(tx)
      const refused = await write(tx, now)
      if (refused) return refused
      const rows = await allPrices(tx)
      const days = [from, ...rows.map((row) => row.from)].filter((day) => day >= from)
      const prices = days.map((day) => priceOn(day, rows)).flatMap((price) => [price, postageOf(price)])
      if (!prices.every(({ total }) => isSensible(total))) throw new Nonsense()
      return priceOn(from, rows)
    })
  } catch (error) {
    if (error instanceof Nonsense) return 'nonsense'
    throw error
  }
}

const isSensible = (total: Cents) => total >= totals.least && total <= totals.most

async function entryOf(
  { recordAuditEntry }: PriceDeps,
  tx: Tx,
  entry: {
    from: string
    code: string
    cents?: Cents
    action: 'add-price' | 'remove-price'
    by: string
    now: Date
  },
): Promise<undefined> {
  const { from, code, cents: amount, ...act } = entry
  const note = amount === undefined ? '' : inEuros(amount)
  await recordAuditEntry(tx, { ...act, subject: `${code} ${from}`, note })
}

/** What a letter has cost, costs and will cost, as operators see it. */
export function pricesRoute(
  app: App,
  { db, requireOperator }: { db: Db; requireOperator: RequireOperator },
): void {
  const schema = {
    response: { 200: calls.datedPrices },
    operationId: 'listPrices',
    summary: 'Los precios, y desde qué día vale cada uno',
    tags: ['oficina'],
    security: bearerSecurity,
  }
  app.get('/print-room/prices', { schema }, async (request) => {
    await requireOperator(request)
    return { prices: await pricesWithAuthors(db) }
  })
}
