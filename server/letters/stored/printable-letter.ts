import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { LetterDamaged, storedPdf } from './stored-pdf.ts'

/** What the print room puts on paper: `sha256` (hex) was checked against `pdf` a moment ago. */
type PrintableLetter = {
  pdf: Buffer
  pages: number
  sheets: number
  sha256: string
  postalCode: string | null
}

/** @throws LetterDamaged, or what the cipher throws: such a letter must stop, loudly. */
export async function printableLetter(
  deps: { db: Db; cipher: LetterCipher },
  letterId: string,
): Promise<PrintableLetter> {
  const letter = await deps.db
    .selectFrom('letter')
    .select(['id', 'pages', 'sheets', 'pdf_sha256', 'postal_code'])
    .where('id', '=', letterId)
    .executeTakeFirst()
  const pdf = letter && (await storedPdf(deps, letter))
  if (!pdf) throw new LetterDamaged('there are no stored pages')
  return {
    pdf,
    pages: letter.pages,
    sheets: letter.sheets,
    sha256: letter.pdf_sha256,
    postalCode: letter.postal_code,
  }
}
