import type { LetterCipher } from '../database/keys/letter-cipher.ts'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { Random } from '../outside/random.ts'
import type { SentRecipients } from '../ports.ts'

export type BookDeps = {
  db: Db
  cipher: LetterCipher
  clock: Clock
  random: Random
  sentRecipients: SentRecipients
}
