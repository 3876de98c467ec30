import { createHash } from 'node:crypto'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { largePart, type ObjectDeps } from './large-parts.ts'
import { LetterDamaged } from './letter-damaged.ts'
import { findPdf } from './letters-table.ts'

export type PdfDeps = Pick<ObjectDeps, 'objects'> & { db: Db; cipher: LetterCipher }

/**
 * The PDF that was hashed, or undefined once it has been erased.
 * @throws LetterDamaged, or what the cipher throws, when a single bit differs; Failure 503 when the object store does not answer.
 */
export async function storedPdf(
  deps: PdfDeps,
  { id, pdf_sha256 }: { id: string; pdf_sha256: string },
): Promise<Buffer | undefined> {
  const sealed = await findPdf(deps.db, id)
  if (!sealed) return undefined
  return openStored(deps, { id, pdf_sha256 }, sealed)
}

type SealedPdf = NonNullable<Awaited<ReturnType<typeof findPdf>>>

/** @throws like `storedPdf`. */
export async function openStored(
  deps: Omit<PdfDeps, 'db'>,
  { id, pdf_sha256 }: { id: string; pdf_sha256: string },
  sealed: SealedPdf,
): Promise<Buffer> {
  const bytes = await largePart(deps, { bytes: sealed.pdf, object: sealed.pdf_object })
  const pdf = deps.cipher.openPdf(id, { ...sealed, pdf: bytes })
  if (createHash('sha256').update(pdf).digest('hex') !== pdf_sha256)
    throw new LetterDamaged('the stored PDF has another hash')
  return pdf
}
