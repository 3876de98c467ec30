import { createHash } from 'node:crypto'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { LetterDamaged } from './letter-damaged.ts'
import { findPdf } from './letters-table.ts'

export type PdfDeps = { db: Db; cipher: LetterCipher }

/**
 * The PDF that was hashed, or undefined once it has been erased.
 * @throws LetterDamaged, or what the cipher throws, when a single bit differs.
 */
export async function storedPdf(
  deps: PdfDeps,
  { id, pdf_sha256 }: { id: string; pdf_sha256: string },
): Promise<Buffer | undefined> {
  const sealed = await findPdf(deps.db, id)
  if (!sealed) return undefined
  return openStored(deps.cipher, { id, pdf_sha256 }, sealed)
}

type SealedPdf = NonNullable<Awaited<ReturnType<typeof findPdf>>>

/** @throws like `storedPdf`. */
export function openStored(
  cipher: LetterCipher,
  { id, pdf_sha256 }: { id: string; pdf_sha256: string },
  sealed: SealedPdf,
): Buffer {
  const pdf = cipher.openPdf(id, sealed)
  if (createHash('sha256').update(pdf).digest('hex') !== pdf_sha256)
    throw new LetterDamaged('the stored PDF has another hash')
  return pdf
}
