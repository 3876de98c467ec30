import type { Db, Tx } from '../../database/tables.ts'

export async function rememberDevice(
  tx: Db | Tx,
  accountId: string,
  device: Buffer | undefined,
): Promise<void> {
  if (!device) return
  await tx
    .insertInto('known_device')
    .values({ account_id: accountId, device_hash: device })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
