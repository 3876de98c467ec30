import type { Tx } from '../../database/tables.ts'
import { dropFactors, lockFactors } from './factors-table.ts'
import { dropProofs } from './sessions-table.ts'

/** Also what sessions have proven with them. False when there was none. */
export async function removeFactors(tx: Tx, accountId: string): Promise<boolean> {
  await lockFactors(tx, accountId)
  await dropProofs(tx, accountId)
  return (await dropFactors(tx, accountId)) > 0
}
