import type { LetterCipher } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import type { Clock, Random } from '../outside/clock.ts'
import type { SentRecipients } from '../ports.ts'

export type BookDeps = {
  db: Db
  cipher: LetterCipher
  clock: Clock
  random: Random
  sentRecipients: SentRecipients
}
