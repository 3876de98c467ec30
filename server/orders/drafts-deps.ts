import type { LetterCipher } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'

export type DraftsDeps = { db: Db; cipher: LetterCipher; clock: Clock }
