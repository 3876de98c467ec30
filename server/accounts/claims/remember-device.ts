import { days } from '@lacre/letter/duration.ts'
import type { Db, Tx } from '../../database/tables.ts'

/** From the last time that somebody signed in there. */
export const deviceKnownFor = days(365)

export async function rememberDevice(
  tx: Db | Tx,
  accountId: string,
  device: Buffer | undefined,
  used_at: Date,
): Promise<void> {
  if (!device) return
  await tx
    .insertInto('known_device')
    .values({ account_id: accountId, device_hash: device, used_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'device_hash']).doUpdateSet({ used_at }))
    .execute()
}
