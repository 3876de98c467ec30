import { inSeconds } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'
import { firstPause, longestPause } from './pauses.ts'

/** So many people's own mail servers do not refuse at once by chance. */
const byChance = 3

/**
 * Since when no mail gets through: of those that were tried after the last that was accepted, when the first was written.
 * Undefined while some do: a full mailbox (45x to one recipient) is its owner's affair.
 */
export async function mailFailingSince(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(created_at) as since from mail
    where sent_at is null and given_up_at is null and error is not null and attempts > 0
      and next_at - make_interval(secs => least(${inSeconds(longestPause)}, ${inSeconds(firstPause)}::float8 * 2 ^ (attempts - 1)))
        > coalesce((select max(sent_at) from mail), '-infinity')
    having bool_or(error !~ '^45') or count(distinct recipient) >= ${byChance}`.execute(db)
  return rows[0]?.since ?? undefined
}
