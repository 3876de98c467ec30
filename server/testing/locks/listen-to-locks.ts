import { sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import type { Db } from '../../database/tables.ts'

/**
 * A lock on rows of a table, or one that only has a name. `waits`: for others who hold it; else it takes what is free.
 * `byId`: of one row, or of several in the order of their ids.
 */
export type Lock = { on: string; waits: boolean; byId: boolean }

/** What a new row of a table waits for: rows it refers to, and others of the same unique key. */
type NewRows = { refersTo: Map<string, string[]>; keyed: Set<string> }

export async function newRowsOf(db: Db): Promise<NewRows> {
  const references = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and attnotnull`.execute(db)
  const keys = await sql<{ name: string }>`
    select distinct indrelid::regclass::text as name
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indisunique and not atthasdef and attidentity = ''`.execute(db)
  const refersTo = new Map<string, string[]>()
  for (const { from, to } of references.rows) refersTo.set(from, [...(refersTo.get(from) ?? []), to])
  return { refersTo, keyed: new Set(keys.rows.map(({ name }) => name)) }
}

const source = /\b(?:from|join) "?(\w+)"?(?: as "?(\w+)"?)?/g
const written = /(?<!\bfor |\bdo |\bkey )\b(insert into|update|delete from) "?(\w+)"?/g
const named = /pg_advisory_xact_lock\(hashtext(?:extended)?\((?:'([\w-]+)'|\$\d+)/
const selected = /\bfor (?:no key )?(?:update|key share|share)(?: of ([^)]+?))?(?: skip locked)?(?:\)|$)/

const oneOrInOrder = /"id" = \$\d|order by (?:"\w+"\.)?"id"/

/** What a statement of ours locks, in the order in which it does. */
function locksOf(statement: string, { refersTo, keyed }: NewRows): Lock[] {
  const text = statement.replace(/\s+/g, ' ').trim()
  const name = named.exec(text)
  if (name) return [{ on: name[1] ?? 'mailbox', waits: true, byId: true }]
  const select = selected.exec(text)
  const waits = !text.includes('skip locked')
  const byId = oneOrInOrder.test(text)
  const sources = [...text.matchAll(source)].map(([, table = '', as = table]) => ({ table, as }))
  const of = select?.[1]?.replaceAll('"', '').split(', ')
  const chosen = select ? sources.filter(({ as }, place) => of?.includes(as) ?? place === 0) : []
  const rows = [...text.matchAll(written)].flatMap(([, how, table = '']): Lock[] => {
    if (how !== 'insert into') return [{ on: table, waits: waits || !select, byId }]
    const referred = (refersTo.get(table) ?? []).map((on) => ({ on, waits: true, byId: true }))
    return [...referred, { on: table, waits: keyed.has(table), byId: true }]
  })
  return [...chosen.map(({ table }) => ({ on: table, waits, byId })), ...rows]
}

/** `locks`: of each transaction, in its order. `beside`: statements on another connection while a transaction was open. */
type Heard = { locks: Lock[][]; beside: string[] }

/** Listens until the mocks are restored. Each call tells what was done since the last one. */
export function listenToLocks(newRows: NewRows): () => Heard {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return () => {
    const locks: Lock[][] = []
    const beside: string[] = []
    const open = new Map<unknown, Lock[]>()
    for (const [call, [statement]] of spy.mock.calls.entries()) {
      const client: unknown = spy.mock.contexts[call]
      if (open.size && !open.has(client)) beside.push(statement)
      if (/^(begin|start transaction)\b/.test(statement)) {
        const taken: Lock[] = []
        open.set(client, taken)
        locks.push(taken)
      } else if (/^(commit|rollback)$/.test(statement)) open.delete(client)
      else open.get(client)?.push(...locksOf(statement, newRows))
    }
    spy.mockClear()
    return { locks, beside }
  }
}
