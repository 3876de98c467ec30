import { sql } from 'kysely'
import { days } from '@lacre/letter/days.ts'
import type { Db, Tx } from '../../database/tables.ts'

/** From the last time that somebody signed in there. */
export const deviceKnownFor = days(365)

/** `mailbox_at`: when the mailbox proved who is there; it stays known that it once did. */
export async function rememberDevice(
  tx: Db | Tx,
  accountId: string,
  device: Buffer | undefined,
  { used_at, mailbox_at }: { used_at: Date; mailbox_at: Date | null },
): Promise<void> {
  if (!device) return
  await tx
    .insertInto('known_device')
    .values({ account_id: accountId, device_hash: device, used_at, mailbox_at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'device_hash']).doUpdateSet({
        used_at,
        mailbox_at: sql<Date | null>`greatest(known_device.mailbox_at, excluded.mailbox_at)`,
      }),
    )
    .execute()
}
