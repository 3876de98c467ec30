import { sql } from 'kysely'
import type { ObjectStore } from '../../outside/objects/object-store.ts'
import type { Tx } from '../tables.ts'

/**
 * A letter's row, as JSON of PostgreSQL, with the bytes themselves where it has the names of objects: a backup is whole by
 * itself, and restored it needs no object store. Only reads, and locks nothing, so it may take its time.
 * @throws when an object cannot be had: half a backup is none.
 */
export async function bringInObjects(tx: Tx, objects: ObjectStore | undefined, row: string): Promise<string> {
  const bytes: Record<string, string | null> = {}
  for (const [, part = '', name = ''] of row.matchAll(/"(\w+)_object": "([\da-f-]{36})"/g)) {
    const stored = await objects?.get(name)
    if (!Buffer.isBuffer(stored)) throw new Error(`the object ${name} of a letter cannot be had`)
    bytes[part] = `\\x${stored.toString('hex')}`
    bytes[`${part}_object`] = null
  }
  if (!Object.keys(bytes).length) return row
  const { rows } = await sql<{ row: string }>`
    select (${row}::jsonb || ${JSON.stringify(bytes)}::jsonb)::text as row`.execute(tx)
  return rows[0]!.row
}
