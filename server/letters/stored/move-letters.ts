import { sql } from 'kysely'
import type { ObjectStore } from '../../outside/objects/object-store.ts'
import { largeFrom, largeParts, storeObject, type ObjectDeps } from './large-parts.ts'

/** `missing`: letters whose object is not where it should be. */
export type Moved = { parts: number; missing: string[] }
type MoveDeps = ObjectDeps & { objects: ObjectStore; say: (moved: number) => void }

const portion = 20

/**
 * Moves the large parts of all letters into the object store, or back; also beside running servers, and again after it was
 * interrupted: each part is in both places before it is in one (design.md#object-store).
 * @throws when the object store does not answer.
 */
export async function moveLetters(deps: MoveDeps, to: 'store' | 'database'): Promise<Moved> {
  const moved: Moved = { parts: 0, missing: [] }
  for (const part of largeParts) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const rows = await portionOf(deps, part, to, after)
      for (const row of rows) {
        after = row.id
        const isMoved = to === 'store' ? await intoStore(deps, part, row) : await back(deps, part, row)
        if (isMoved) moved.parts++
        else moved.missing.push(row.id)
      }
      if (rows.length < portion) break
      deps.say(moved.parts)
    }
  }
  return moved
}

type Part = (typeof largeParts)[number]
type Row = { id: string; bytes: Buffer | null; object: string | null }

const portionOf = ({ db }: MoveDeps, part: Part, to: 'store' | 'database', after: string): Promise<Row[]> =>
  db
    .selectFrom('letter_secret')
    .select(['letter_id as id', `${part} as bytes`, `${part}_object as object`])
    .where('letter_id', '>', after)
    .where(
      to === 'store'
        ? sql<boolean>`octet_length(${sql.ref(part)}) >= ${largeFrom}`
        : sql<boolean>`${sql.ref(`${part}_object`)} is not null`,
    )
    .orderBy('letter_id')
    .limit(portion)
    .execute()

async function intoStore(deps: MoveDeps, part: Part, { id, bytes }: Row): Promise<boolean> {
  const object = await storeObject(deps, bytes!)
  if (!object) throw unreachable()
  await deps.db
    .updateTable('letter_secret')
    .set({ [part]: null, [`${part}_object`]: object })
    .where('letter_id', '=', id)
    .where(part, 'is not', null) // unless another run was faster, or the letter is forgotten: the object is swept
    .execute()
  return true
}

/** What is lost stays lost: without bytes the letter is a damaged one here, too, and the store can be left. */
async function back(deps: MoveDeps, part: Part, { id, object }: Row): Promise<boolean> {
  const stored = await deps.objects.get(object!)
  if (stored === 'unreachable') throw unreachable()
  await deps.db
    .updateTable('letter_secret')
    .set({ [part]: stored === 'missing' ? Buffer.alloc(0) : stored, [`${part}_object`]: null })
    .where('letter_id', '=', id)
    .where(`${part}_object`, '=', object)
    .execute()
  return stored !== 'missing'
}

const unreachable = () => new Error('the object store gave no good answer')
