import { openLetters } from '../db.ts'

/** The letter that another visit left in the database; returns its id. */
export async function keepLetter(html: string): Promise<string> {
  const letters = await openLetters()
  const kept = await letters.put({ html }, { base: undefined, at: 0 })
  letters.close()
  if (kept === 'erased') throw new Error('erased')
  return kept.id
}

/** The texts of the versions, whole and newest first. */
export async function keptVersions(): Promise<string[]> {
  const letters = await openLetters()
  const texts = await Promise.all((await letters.versions()).map(({ html }) => letters.whole(html)))
  letters.close()
  return texts
}
