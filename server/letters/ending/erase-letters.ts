import type { State } from '@lacre/letter/journey.ts'
import type { Db, Tx } from '../../database/tables.ts'
import type { SignedIn } from '../../http/bearer.ts'
import type { CloseUnpaid, StillNeeded } from '../../ports.ts'
import { cancelLetter, type CancelDeps } from './cancel-letter.ts'

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

export async function closeUnpaid(
  deps: CancelDeps,
  account: Pick<SignedIn, 'accountId'>,
): ReturnType<CloseUnpaid> {
  for (const id of await unpaidOf(deps.db, account.accountId)) {
    const outcome = await cancelLetter(deps, account, id)
    if (outcome === 'payment-unknown') return outcome
    if (outcome === 'changed-meanwhile') return 'paid'
  }
  return 'closed'
}

const unpaidOf = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('letter')
      .select('id')
      .where('account_id', '=', accountId)
      .where('state', '=', 'frozen')
      .execute()
  ).map(({ id }) => id)

/**
 * Destroys the keys of all letters of these accounts, and with them what they opened (design.md#letters-are-forgotten).
 * What stays names nobody: days, sheets, prices. Changes nothing when one of them is still needed.
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
