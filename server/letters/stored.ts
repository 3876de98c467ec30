import { createHash } from 'node:crypto'
import type { LetterCipher, WrappedKey, SealedLetter } from '../database/cipher.ts'
import { findPdf } from './letters-table.ts'
import type { Addresses } from '../typesetting/typesetter.ts'
import type { World } from '../world.ts'
import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'
import type { SignedIn } from '../http/bearer.ts'
import { type Limits, mayKeep, noSpaceLeft, takeBytes } from '../http/limits.ts'

type PdfDeps = Pick<World, 'db' | 'cipher'>

/** Undefined once erased. @throws LetterDamaged, or the cipher's error, when a bit differs */
export async function storedPdf(
  deps: PdfDeps,
  { id, pdf_sha256 }: { id: string; pdf_sha256: string },
): Promise<Buffer | undefined> {
  const sealed = await findPdf(deps.db, id)
  if (!sealed) return undefined
  return openStored(deps.cipher, { id, pdf_sha256 }, sealed)
}

type SealedPdf = NonNullable<Awaited<ReturnType<typeof findPdf>>>

/** @throws like `storedPdf`, and when no pages are stored. */
export function openStored(
  cipher: LetterCipher,
  { id, pdf_sha256 }: { id: string; pdf_sha256: string },
  sealed: SealedPdf | undefined,
): Buffer {
  if (!sealed) throw new LetterDamaged('there are no stored pages')
  const pdf = cipher.openPdf(id, sealed)
  if (createHash('sha256').update(pdf).digest('hex') !== pdf_sha256)
    throw new LetterDamaged('the stored PDF has another hash')
  return pdf
}

/** Equal addresses give equal text. */
export const addressesAsText = ({ origin, destination }: Addresses): string =>
  JSON.stringify({ origin, destination })

/** `firstWords`: sealed with the addresses, so that a list need not open content and pictures. */
export const openAddresses = (
  cipher: LetterCipher,
  letterId: string,
  sealed: WrappedKey & { addresses: Buffer },
): Addresses & { firstWords?: string } =>
  JSON.parse(cipher.openAddresses(letterId, sealed)) as Addresses & { firstWords?: string }

/** The stored bytes are not the paid ones: they must not be shown or printed (design/trust.md#freeze-before-pay). */
class LetterDamaged extends Error {
  override name = 'LetterDamaged'
}

/** Checks the space for another unpaid letter of the account. @throws Failure 413 or 429 */
export type TakeSpace = (letter: Pick<SealedLetter, 'content' | 'pdf'>) => Promise<void>

export const createTakeSpace =
  ({ db, limits }: { db: Db; limits: Limits }, account: SignedIn): TakeSpace =>
  async ({ content, pdf }) => {
    const bytes = content.length + pdf.length
    await takeBytes(limits, 'letter', account, bytes)
    if ((await unpaidBytes(db, account.accountId)) + bytes > mayKeep('letters', account))
      throw noSpaceLeft('letters', account)
  }

/** Bytes of letters that are unpaid, or cancelled or expired and not yet erased. */
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
