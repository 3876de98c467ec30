import { moneyModes, type MoneyMode } from '@lacre/letter/price/money-modes.ts'
import type { Db, Tx } from '../../database/tables.ts'

/**
 * Whether a letter's money is of the kind that is printed here, by what the provider's record said of it
 * (design.md#never-printed-unpaid). In the sandbox all of it is.
 */
export async function becomesPaper(db: Db | Tx, mode: MoneyMode, letterId: string): Promise<boolean> {
  if (!moneyModes[mode].isLive) return moneyModes[mode].becomesPaper
  const live = db
    .selectFrom('payment')
    .select('id')
    .where('letter_id', '=', letterId)
    .where('paid_at', 'is not', null)
    .where('livemode', '=', true)
  return (await live.executeTakeFirst()) !== undefined
}
