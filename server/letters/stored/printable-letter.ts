import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { findPdfs } from './letters-table.ts'
import { LetterDamaged, openStored, storedPdf } from './stored-pdf.ts'

/**
 * What the print room puts on paper, checked against its hash a moment ago.
 * @throws LetterDamaged, or what the cipher throws: such a letter must stop, loudly.
 */
export async function printableLetter(
  deps: { db: Db; cipher: LetterCipher },
  letterId: string,
): Promise<{ pdf: Buffer }> {
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
export async function printableLetters(
  { db, cipher }: { db: Db; cipher: LetterCipher },
  letterIds: string[],
): Promise<Map<string, Buffer>> {
  const opened = new Map<string, Buffer>()
  for (const { pdf_sha256, ...sealed } of await findPdfs(db, letterIds)) {
    try {
      opened.set(sealed.id, openStored(cipher, { id: sealed.id, pdf_sha256 }, sealed))
    } catch {
      continue
    }
  }
  return opened
}
