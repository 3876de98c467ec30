import { hours } from '@lacre/letter/duration.ts'
import { sql } from 'kysely'
import type { SealedLetter } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import type { SignedIn } from '../../http/bearer.ts'
import { Failure } from '../../http/failure.ts'
import type { Limits } from '../../http/limits.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** In bytes, before the address is proven and after (design.md#letter-budget). */
const budgets = {
  unproven: { kept: 64 * megabyte, hourly: 128 * megabyte },
  proven: { kept: 512 * megabyte, hourly: 1024 * megabyte },
}
const refusal = {
  code: 'too-many-bytes',
  detail: (wait: string) =>
    `Ha preparado muchas cartas con imágenes en poco tiempo. La carta sigue en este navegador; vuelva a intentarlo dentro de ${wait}.`,
}

/** Counts what a letter adds to its account's unpaid letters. @throws Failure 413 or 429 */
export type TakeSpace = (letter: Pick<SealedLetter, 'content' | 'pdf'>) => Promise<void>

export function createStorageBudget(limits: Limits) {
  const hourly = (name: string, bytes: number) =>
    limits({ name, points: bytes / kilobyte, within: hours(1), refusal })
  const written = {
    unproven: hourly('letter-kb-unproven', budgets.unproven.hourly),
    proven: hourly('letter-kb', budgets.proven.hourly),
  }
  return (db: Db, { accountId, emailVerified }: SignedIn): TakeSpace =>
    async ({ content, pdf }) => {
      const standing = emailVerified ? 'proven' : 'unproven'
      const bytes = content.length + pdf.length
      await written[standing].take(accountId, Math.ceil(bytes / kilobyte))
      if ((await unpaidBytes(db, accountId)) + bytes > budgets[standing].kept)
        throw noSpaceLeft(emailVerified)
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

const noSpaceLeft = (emailVerified: boolean) =>
  new Failure(
    413,
    emailVerified
      ? 'Ha preparado muchas cartas con imágenes sin enviarlas. Esta sigue en este navegador; vuelva a intentarlo dentro de unos días.'
      : 'Confirme su correo para preparar más cartas con imágenes. Mientras tanto esta sigue en este navegador.',
    'no-space-left',
  )
