import type { LetterCipher } from '../database/cipher.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { LockLetter, NoteInvoiced } from '../ports.ts'

/** Who sells, as the settings have it; nothing is invented where it is not known. */
export type Seller = { name: string | null; nif: string | null; address: string | null }

export type BooksDeps = {
  db: Db
  clock: Clock
  cipher: LetterCipher
  seller: Seller
  lockLetter: LockLetter
  noteInvoiced: NoteInvoiced
  /** When this database last came out of a backup, if ever. */
  lastRestored: (tx: Tx) => Promise<Date | undefined>
}
