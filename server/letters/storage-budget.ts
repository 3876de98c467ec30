import { sql } from 'kysely'
import type { SealedLetter } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import type { SignedIn } from '../http/bearer.ts'
import { type Limits, createStorageBudget, megabyte, type StorageBudget } from '../http/limits.ts'

/** design.md#letter-budget */
const letterBudget: StorageBudget = {
  name: 'letter',
  unproven: {
    kept: 64 * megabyte,
    hourly: 128 * megabyte,
    full: 'Confirme su correo para preparar más cartas con imágenes. Mientras tanto esta sigue en este navegador.',
  },
  proven: {
    kept: 512 * megabyte,
    hourly: 1024 * megabyte,
    full: 'Ha preparado muchas cartas con imágenes sin enviarlas. Esta sigue en este navegador; vuelva a intentarlo dentro de unos días.',
  },
  tooMuch: (wait) =>
    `Ha preparado muchas cartas con imágenes en poco tiempo. La carta sigue en este navegador; vuelva a intentarlo dentro de ${wait}.`,
}

/** Counts what a letter adds to its account's unpaid letters. @throws Failure 413 or 429 */
export type TakeSpace = (letter: Pick<SealedLetter, 'content' | 'pdf'>) => Promise<void>

export function createLetterBudget(limits: Limits) {
  const budget = createStorageBudget(limits, letterBudget)
  return (db: Db, person: SignedIn): TakeSpace =>
    async ({ content, pdf }) => {
      const bytes = content.length + pdf.length
      const mayKeep = await budget.take(person, bytes)
      if ((await unpaidBytes(db, person.accountId)) + bytes > mayKeep) throw budget.noSpaceLeft(person)
    }
}

/** Of letters that wait for their payment, or ended without being posted and are not forgotten yet. */
async function unpaidBytes(db: Db, accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('letter')
    .innerJoin('letter_secret', 'letter_secret.letter_id', 'letter.id')
    .select(sql<string>`coalesce(sum(octet_length(content) + octet_length(pdf)), 0)`.as('bytes'))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['frozen', 'cancelled', 'expired'])
    .executeTakeFirstOrThrow()
  return Number(bytes)
}
