import type { SealedLetter } from '../../database/keys/letter-cipher.ts'
import type { Db, NewRow } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { Failure } from '../../http/failure.ts'
import type { ObjectStore } from '../../outside/objects/object-store.ts'
import type { Random } from '../../outside/random.ts'
import { LetterDamaged } from './letter-damaged.ts'

/** `objects`: undefined where everything stays in the database. */
export type ObjectDeps = { db: Db; objects: ObjectStore | undefined; clock: Clock; random: Random }

/** The parts of a letter that may live in the object store; the rest opens a list, and is small. */
export const largeParts = ['pdf', 'content'] as const
/** From here on a part is worth a call: every PDF, and a content with pictures. */
export const largeFrom = 8 * 1024

/**
 * What stands in the letter's row: small parts as they are, of large ones the name of their object, which is stored now
 * (design.md#object-store). Outside any transaction.
 */
export async function keepLargeParts(
  { objects, ...deps }: ObjectDeps,
  sealed: SealedLetter,
): Promise<Omit<NewRow<'letter_secret'>, 'letter_id'> | 'unavailable'> {
  const row: Omit<NewRow<'letter_secret'>, 'letter_id'> = { ...sealed }
  for (const part of largeParts) {
    if (!objects || sealed[part].length < largeFrom) continue
    const object = await storeObject({ ...deps, objects }, sealed[part])
    if (!object) return 'unavailable'
    row[`${part}_object`] = object
    row[part] = null
  }
  return row
}

/** Its name; undefined: it could not be stored. Written down first: what no letter needs then is found and removed. */
export async function storeObject(
  { db, objects, clock, random }: ObjectDeps & { objects: ObjectStore },
  bytes: Buffer,
): Promise<string | undefined> {
  const name = random.uuid()
  await db
    .insertInto('letter_object')
    .values({ name, bytes: bytes.length, written_at: clock.now() })
    .execute()
  return (await objects.put(name, bytes)) === 'stored' ? name : undefined
}

/**
 * The sealed bytes of a part, wherever they are. Outside any transaction.
 * @throws LetterDamaged when they are gone; Failure 503 when the object store does not answer, or none is set.
 */
export async function largePart(
  { objects }: Pick<ObjectDeps, 'objects'>,
  { bytes, object }: { bytes: Buffer | null; object: string | null },
): Promise<Buffer> {
  if (bytes) return bytes
  const stored = object === null ? 'missing' : ((await objects?.get(object)) ?? 'unreachable')
  if (stored === 'missing') throw new LetterDamaged('its object is not in the object store')
  if (stored === 'unreachable')
    throw new Failure(503, 'La carta no se puede abrir en este momento. Inténtelo de nuevo en unos minutos.')
  return stored
}
