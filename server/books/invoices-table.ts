import { isWithoutBuyer } from '../database/queries/invoices-without-buyer.ts'
import type { ChainName } from '../database/books-tables.ts'
import type { Db, NewRow, Row, Tx } from '../database/tables.ts'

export type Invoice = Row<'invoice'>

/** All of a payment, the first first. */
export const invoicesOfPayment = (tx: Db | Tx, paymentId: string): Promise<Invoice[]> =>
  tx.selectFrom('invoice').selectAll().where('payment_id', '=', paymentId).orderBy('step').execute()

export const invoicesOfLetter = (
  db: Db,
  letterId: string,
  { withBuyer }: { withBuyer: boolean },
): Promise<Invoice[]> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('letter_id', '=', letterId)
    .$if(!withBuyer, (query) => query.where(isWithoutBuyer))
    .orderBy('chain')
    .orderBy('seq')
    .execute()

export const invoiceByNumber = (db: Db | Tx, number: string): Promise<Invoice> =>
  db.selectFrom('invoice').selectAll().where('number', '=', number).executeTakeFirstOrThrow()

/** One after the other: whoever issues waits here for who issues now, so that no number is skipped or given twice. */
export async function lockChain(tx: Tx, name: ChainName): Promise<Row<'invoice_chain'>> {
  await tx
    .insertInto('invoice_chain')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const chain = tx.selectFrom('invoice_chain').selectAll().where('name', '=', name).forUpdate()
  return chain.executeTakeFirstOrThrow()
}

/** Under the chain's lock: the next place in a series. */
export async function nextPlace(tx: Tx, series: string): Promise<number> {
  const { last } = await tx
    .selectFrom('invoice')
    .select((eb) => eb.fn.max('place').as('last'))
    .where('series', '=', series)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export async function addToChain(tx: Tx, invoice: NewRow<'invoice'>): Promise<void> {
  await tx.insertInto('invoice').values(invoice).execute()
  await tx
    .updateTable('invoice_chain')
    .set({ length: invoice.seq, last_hash: invoice.hash })
    .where('name', '=', invoice.chain)
    .execute()
}

/** A chain in its order, by portions; `after` is the place of the last one that is known. */
export async function* chainInOrder(db: Db, chain: ChainName, after = 0): AsyncGenerator<Invoice> {
  const portion = 500
  for (let seen = after; ;) {
    const rows = await db
      .selectFrom('invoice')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '>', seen)
      .orderBy('seq')
      .limit(portion)
      .execute()
    yield* rows
    if (rows.length < portion) return
    seen = rows.at(-1)!.seq
  }
}
