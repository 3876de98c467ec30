import type { Db } from '../../database/tables.ts'
import type { ObjectStore } from '../../outside/objects/object-store.ts'

/**
 * Whether this is the object store that letters of this database are in: with another one each would look damaged.
 * True also when it does not answer now.
 */
export async function holdsLetters(db: Db, objects: ObjectStore | undefined): Promise<boolean> {
  const away = await db
    .selectFrom('letter_secret')
    .select('pdf_object')
    .where('pdf_object', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!away?.pdf_object) return true
  const stored = (await objects?.get(away.pdf_object)) ?? 'missing'
  return stored !== 'missing'
}
