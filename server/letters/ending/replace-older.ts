import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import type { CancelIntentOf } from '../../ports.ts'
import { findAddresses, type LetterRow } from '../stored/letters-table.ts'
import { openAddresses, addressesAsText } from '../stored/sealed-addresses.ts'
import { stepIfAllowed } from '../steps/step-if-allowed.ts'

/** Two orders of fifty may go to one postal code. */
const mostReplaced = 100

/**
 * The unpaid versions that `letter` takes the place of: older, from the same sender to the same recipient
 * (design.md#same-letter-same-intent). Letters to other people, sent from another tab, stay. One whose payment is in
 * doubt is left alone.
 */
export async function replaceOlder(
  deps: { db: Db; cipher: LetterCipher; clock: Clock; cancelIntentOf: CancelIntentOf },
  letter: LetterRow,
  addresses: string,
): Promise<void> {
  const older = await findOlder(deps.db, letter)
  if (older.length === 0) return

  for (const sealed of await findAddresses(deps.db, older)) {
    const id = sealed.letter_id
    if (addressesAsText(openAddresses(deps.cipher, id, sealed)) !== addresses) continue
    if ((await deps.cancelIntentOf(id)) !== 'cancelled') continue
    const now = deps.clock.now()
    await stepIfAllowed(deps.db, { letterId: id, step: 'replace', cause: 'newer-version', now })
  }
}

/** The postal code is in the clear, so it spares opening most of the others. */
async function findOlder(db: Db, { id, account_id, postal_code, created_at }: LetterRow): Promise<string[]> {
  const rows = await db
    .selectFrom('letter')
    .select('id')
    .where('account_id', '=', account_id)
    .where('state', '=', 'frozen')
    .where('again_of', 'is', null) // what is sent again has its own text, and takes nobody's place
    .where('postal_code', '=', postal_code)
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(created_at, id)))
    .orderBy('created_at', 'desc')
    .limit(mostReplaced)
    .execute()
  return rows.map((row) => row.id)
}
