import type { Db, Tx } from '../../database/tables.ts'

/** Newest first. `current`: the hash of the token that asks. */
export async function sessionsOf(db: Db, accountId: string, current: Buffer, now: Date) {
  const open = await db
    .selectFrom('login_session')
    .select(['id', 'browser', 'created_at', 'token_hash'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  return open.map(({ id, browser, created_at, token_hash }) => ({
    id,
    browser,
    since: created_at.toISOString(),
    isCurrent: token_hash.equals(current),
  }))
}

/**
 * Ends one and makes its browser a stranger, which may be in other hands by now; where that is unknown, all but the
 * `asking` one. Ending one twice, or somebody else's, does nothing. Under `lockMailbox`.
 */
export async function endSession(
  tx: Tx,
  accountId: string,
  id: string,
  asking: Buffer | undefined,
): Promise<void> {
  const ended = await tx
    .deleteFrom('login_session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('device_hash')
    .executeTakeFirst()
  if (!ended) return
  await tx
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .$if(!!ended.device_hash, (query) => query.where('device_hash', '=', ended.device_hash!))
    .$if(!!asking, (query) => query.where('device_hash', '!=', asking!))
    .execute()
}

/** All but the `current`; the browsers they were in are strangers again. */
export async function endOthers(
  tx: Tx,
  accountId: string,
  current: Buffer,
  device: Buffer | undefined,
): Promise<void> {
  await tx
    .deleteFrom('login_session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', current)
    .execute()
  await tx
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .$if(!!device, (query) => query.where('device_hash', '!=', device!))
    .execute()
}
