import type { Db } from '../../database/tables.ts'
import type { ObjectStore } from '../../outside/objects/object-store.ts'

const probed = 5

/**
 * Whether this is the object store that letters of this database are in: with another one each would look damaged. One that
 * has any of them is, and so is one that does not answer now; a single object may be lost.
 */
export async function holdsLetters(db: Db, objects: ObjectStore | undefined): Promise<boolean> {
  const away = await db
    .selectFrom('letter_secret')
    .select('pdf_object')
    .where('pdf_object', 'is not', null)
    .limit(probed)
    .execute()
  for (const { pdf_object } of away)
    if (pdf_object && ((await objects?.get(pdf_object)) ?? 'missing') !== 'missing') return true
  return away.length === 0
}
