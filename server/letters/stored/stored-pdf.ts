import { createHash } from 'node:crypto'
import type { LetterCipher, WrappedKey } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { findPdf } from './letters-table.ts'

/** The stored bytes are not the ones that were paid: nobody may see or print them (design.md#freeze-before-pay). */
export class LetterDamaged extends Error {
  override name = 'LetterDamaged'
}

/**
 * The PDF that was hashed, or undefined once it has been erased.
 * @throws LetterDamaged, or what the cipher throws, when a single bit differs.
 */
export async function storedPdf(
  { db, cipher }: { db: Db; cipher: LetterCipher },
  { id, pdf_sha256 }: { id: string; pdf_sha256: string },
): Promise<Buffer | undefined> {
  const sealed = await findPdf(db, id)
  if (!sealed) return undefined
  return openStored(cipher, { id, pdf_sha256 }, sealed)
}

/** @throws like `storedPdf`. */
export function openStored(
  cipher: LetterCipher,
  { id, pdf_sha256 }: { id: string; pdf_sha256: string },
  sealed: WrappedKey & { pdf: Buffer },
): Buffer {
  const pdf = cipher.openPdf(id, sealed)
  if (createHash('sha256').update(pdf).digest('hex') !== pdf_sha256)
    throw new LetterDamaged('the stored PDF has another hash')
  return pdf
}
