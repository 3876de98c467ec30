import { moneyModes, type MoneyMode } from '@lacre/letter/price/money.ts'
import type { Db, Tx } from '../../database/tables.ts'

/**
 * Which of these letters have money of the kind that is printed here, by what the provider's record said of it
 * (design.md#never-printed-unpaid). In the sandbox all of it is.
 */
export async function becomesPaper(db: Db | Tx, mode: MoneyMode, letterIds: string[]): Promise<Set<string>> {
  if (!moneyModes[mode].isLive) return new Set(moneyModes[mode].becomesPaper ? letterIds : [])
  if (!letterIds.length) return new Set()
  const live = await db
    .selectFrom('payment')
    .select('letter_id')
    .where('letter_id', 'in', letterIds)
    .where('paid_at', 'is not', null)
    .where('livemode', '=', true)
    .execute()
  return new Set(live.map(({ letter_id }) => letter_id))
}
