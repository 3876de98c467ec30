import { dropOperator } from './operators-table.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { World } from '../world.ts'
import type { Tx } from '../database/tables.ts'
import { pseudonymOf } from '../database/cipher.ts'

/**
 * An operator is none any more. What it answers writes that down, as the last thing of the transaction.
 * Their own doing, as far as the record can tell; their second factors go with the row.
 */
export async function forgetOperator(
  { clock, cipher }: Pick<World, 'clock' | 'cipher'>,
  tx: Tx,
  accountId: string,
): Promise<() => Promise<void>> {
  const wasOperator = await dropOperator(tx, accountId)
  return async () => {
    if (!wasOperator) return
    const subject = pseudonymOf(cipher, accountId)
    await recordAuditEntry(tx, { by: subject, action: 'remove-operator', subject, now: clock.now() })
  }
}
