import { type Day } from '@lacre/letter/days.ts'
import { cents } from '@lacre/letter/price/money.ts'
import { firstPrices, type PriceCode, type PriceRow } from '@lacre/letter/price/price.ts'
import type { Db, Row, Tx } from '../database/tables.ts'

const rowOf = ({ from_day, code, cents: amount }: Row<'price'>): PriceRow => ({
  from: from_day as Day,
  code: code as PriceCode,
  cents: cents(amount),
})

const added = (db: Db | Tx): Promise<Row<'price'>[]> =>
  db.selectFrom('price').selectAll().orderBy('from_day').orderBy('code').execute()

/** Reads the table each time: a new price counts at once on all servers. */
export const allPrices = async (db: Db | Tx): Promise<PriceRow[]> => [
  ...firstPrices,
  ...(await added(db)).map(rowOf),
]

/** Each with the name of its author; null for the first prices. */
export const pricesWithAuthors = async (db: Db): Promise<(PriceRow & { addedBy: string | null })[]> => [
  ...firstPrices.map((row) => ({ ...row, addedBy: null })),
  ...(await added(db)).map((row) => ({ ...rowOf(row), addedBy: row.added_by })),
]

/** False: that part has a price from that day already. */
export async function insertPrice(tx: Tx, { from, code, cents }: PriceRow, by: string, now: Date) {
  const inserted = await tx
    .insertInto('price')
    .values({ from_day: from, code, cents, added_at: now, added_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** False: there is no such price. */
export async function deletePrice(tx: Tx, { from, code }: Pick<PriceRow, 'from' | 'code'>) {
  const deleted = await tx
    .deleteFrom('price')
    .where('from_day', '=', from)
    .where('code', '=', code)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}
