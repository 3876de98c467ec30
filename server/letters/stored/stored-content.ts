import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import { largePart, type ObjectDeps } from './large-parts.ts'
import type { findWords } from './letters-table.ts'

export type Words = NonNullable<Awaited<ReturnType<typeof findWords>>>

/** What was written, as it is printed. Outside any transaction. @throws as `storedPdf` does. */
export async function storedContent(
  deps: Pick<ObjectDeps, 'objects'> & { cipher: LetterCipher },
  letterId: string,
  words: Words,
): Promise<string> {
  const content = await largePart(deps, { bytes: words.content, object: words.content_object })
  return deps.cipher.openContent(letterId, { ...words, content })
}
