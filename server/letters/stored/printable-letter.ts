import { LetterDamaged } from './letter-damaged.ts'
import { findPdfs } from './letters-table.ts'
import { openStored, storedPdf, type PdfDeps } from './stored-pdf.ts'

/**
 * What the print room puts on paper, checked against its hash a moment ago.
 * @throws LetterDamaged, or what the cipher throws: such a letter must stop, loudly.
 */
export async function printableLetter(deps: PdfDeps, letterId: string): Promise<{ pdf: Buffer }> {
  const letter = await deps.db
    .selectFrom('letter')
    .select(['id', 'pdf_sha256'])
    .where('id', '=', letterId)
    .executeTakeFirst()
  const pdf = letter && (await storedPdf(deps, letter))
  if (!pdf) throw new LetterDamaged('there are no stored pages')
  return { pdf }
}

/** Those of these letters that open and are what was paid: why another does not, `printableLetter` says. */
export async function printableLetters(deps: PdfDeps, letterIds: string[]): Promise<Map<string, Buffer>> {
  const opened = new Map<string, Buffer>()
  for (const { id, pdf_sha256, ...sealed } of await findPdfs(deps.db, letterIds)) {
    try {
      opened.set(id, openStored(deps.cipher, { id, pdf_sha256 }, sealed))
    } catch {
      // It is missing from the answer.
    }
  }
  return opened
}
