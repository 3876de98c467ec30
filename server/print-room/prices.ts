import * as calls from '@lacre/letter/print-room/console-calls.ts'
import { sql } from 'kysely'
import type { World } from '../world.ts'
import { cents, inEuros, type Cents } from '@lacre/letter/price/money.ts'
import { priceOn, type Price, type PriceRow, postageOf } from '@lacre/letter/price/price.ts'
import { allPrices, deletePrice, insertPrice, pricesWithAuthors } from '../letters/prices.ts'
import type { Tx } from '../database/tables.ts'
import { madridDay } from '@lacre/letter/days.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity } from '../http/bearer.ts'
import { requireOperator } from './require-operator.ts'

type Deps = Pick<World, 'db' | 'clock'>
export type PriceRefusal = 'not-later' | 'nonsense' | 'duplicate' | 'unknown'

/** The provider's minimum is half a euro; more than a hundred is a typing error. */
const totals = { least: cents(50), most: cents(10_000) }

/** Adds a price from a later day on, and answers the letter's price on that day. Frozen letters keep their prices. */
export const addPrice = (deps: Deps, row: PriceRow, by: string): Promise<Price | PriceRefusal> =>
  change(deps, row, async (tx, now) => {
    if (row.code === 'launch-discount' ? row.cents > 0 : row.cents < 0) return 'nonsense'
    if (!(await insertPrice(tx, row, by, now))) return 'duplicate'
    return recordPriceChange(tx, { ...row, action: 'add-price', by, now })
  })

/** Removes a price before its day. */
export const removePrice = (
  deps: Deps,
  row: Pick<PriceRow, 'from' | 'code'>,
  by: string,
): Promise<Price | PriceRefusal> =>
  change(deps, row, async (tx, now) => {
    if (!(await deletePrice(tx, row))) return 'unknown'
    return recordPriceChange(tx, { ...row, action: 'remove-price', by, now })
  })

/** Thrown to roll the transaction back. */
class Nonsense extends Error {}

async function change(
  { db, clock }: Deps,
  { from }: Pick<PriceRow, 'from'>,
  write: (tx: Tx, now: Date) => Promise<PriceRefusal | undefined>,
): Promise<Price | PriceRefusal> {
  const now = clock.now()
  // Today's shown price is what is charged today (design/money.md#price-shown-is-charged).
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

async function recordPriceChange(
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

/** Past, current and future prices. */
export function pricesRoute(app: App, deps: Pick<World, 'db' | 'clock'>): void {
  const schema = {
    response: { 200: calls.datedPrices },
    operationId: 'listPrices',
    summary: 'Los precios, y desde qué día vale cada uno',
    tags: ['oficina'],
    security: bearerSecurity,
  }
  app.get('/print-room/prices', { schema }, async (request) => {
    await requireOperator(deps, request)
    return { prices: await pricesWithAuthors(deps.db) }
  })
}
