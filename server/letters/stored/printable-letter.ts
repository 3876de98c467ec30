import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { LetterDamaged, storedPdf } from './stored-pdf.ts'

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
