import type { LetterCipher } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { CancelIntentOf } from '../ports.ts'
import { findAddresses } from './letters-table.ts'
import { openAddresses, addressesAsText } from './stored.ts'
import { stepIfAllowed } from './steps.ts'

/**
 * Of unpaid letters older than one just sent, those that it takes the place of: from the same sender to the same recipient
 * (design.md#same-letter-same-intent). Letters to other people, sent from another tab, stay. One whose payment is in
 * doubt is left alone.
 */
export async function replaceOlder(
  deps: { db: Db; cipher: LetterCipher; clock: Clock; cancelIntentOf: CancelIntentOf },
  older: string[],
  addresses: string,
): Promise<void> {
  if (older.length === 0) return

  for (const sealed of await findAddresses(deps.db, older)) {
    const id = sealed.letter_id
    if (addressesAsText(openAddresses(deps.cipher, id, sealed)) !== addresses) continue
    if ((await deps.cancelIntentOf(id)) !== 'cancelled') continue
    const now = deps.clock.now()
    await stepIfAllowed(deps.db, { letterId: id, step: 'replace', cause: 'newer-version', now })
  }
}
