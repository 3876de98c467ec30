import { earlier } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import type { Tx } from '../database/tables.ts'
import type { World } from '../world.ts'

/** Why a letter's words cannot be destroyed yet: it must still be printed or refunded. */
export type StillNeeded = 'unpaid' | 'paid' | 'in-print' | 'in-doubt'

const needs = {
  frozen: 'unpaid',
  paid: 'paid',
  batched: 'in-print',
  printed: 'in-print',
  posted: undefined,
  returned: undefined,
  cancelled: undefined,
  expired: undefined,
  'needs-person': 'in-doubt',
} as const satisfies Record<State, StillNeeded | undefined>

/**
 * Destroys the keys of all letters of these accounts, and so their content (design/privacy.md#letters-are-forgotten).
 * Days, sheets and prices stay; they identify no person. Changes nothing if one letter is still needed.
 */
export async function eraseLetters(tx: Tx, accountIds: string[]): Promise<'erased' | StillNeeded> {
  if (!accountIds.length) return 'erased'
  const letters = await tx
    .selectFrom('letter')
    .select(['id', 'state'])
    .where('account_id', 'in', accountIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { state } of letters) if (needs[state]) return needs[state]

  const own = tx.selectFrom('letter').select('id').where('account_id', 'in', accountIds)
  await tx.deleteFrom('letter_secret').where('letter_id', 'in', own).execute()
  await tx
    .updateTable('letter')
    .set({ fingerprint: Buffer.alloc(0), postal_code: null })
    .where('account_id', 'in', accountIds)
    .execute()
  return 'erased'
}

const forgottenAtOnce = 200

/**
 * Destroys the keys of letters kept long enough, and so their content. Dates, sheets and price stay; the postal code
 * and the fingerprint, which would show equal letters, do not.
 * @returns the number of letters.
 */
export async function forgetLetters({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let forgotten = 0
  for (const state of keysOf(keptFor)) {
    const over = db
      .selectFrom('letter')
      .innerJoin('letter_secret', 'letter_secret.letter_id', 'letter.id')
      .select('letter.id')
      .where('letter.state', '=', state)
      .where('letter.state_since', '<', earlier(now, keptFor[state]))
      .limit(forgottenAtOnce)
      .forUpdate('letter') // before its secret (design/trust.md#lock-order)
      .skipLocked()
    const gone = await db
      .with('gone', (query) =>
        query.deleteFrom('letter_secret').where('letter_id', 'in', over).returning('letter_id'),
      )
      .updateTable('letter')
      .from('gone')
      .whereRef('letter.id', '=', 'gone.letter_id')
      .set({ fingerprint: Buffer.alloc(0), postal_code: null })
      .executeTakeFirst()
    forgotten += Number(gone.numUpdatedRows)
  }
  return forgotten
}
