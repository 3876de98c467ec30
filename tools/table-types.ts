import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { startEmbedded } from '../server/database/embedded.ts'
import { migrate, connect } from '../server/database/open.ts'

/* `npm run table-types` writes server/database/generated-tables.ts anew from the schema; a test compares both. */

const types = new Map(
  [
    ['string', 'text', 'uuid', 'varchar'],
    ['number', 'int2', 'int4'],
    ['Long', 'int8', 'numeric'],
    ['boolean', 'bool'],
    ['Buffer', 'bytea'],
    ['Date', 'timestamptz'],
    ['Json', 'jsonb'],
  ].flatMap(([ours, ...theirs]) => theirs.map((name) => [name, ours])),
)

const head = `// From schema.sql and migrations/, by \`npm run table-types\`. What a catalog cannot tell is in tables.ts.
import type { ColumnType, JSONColumnType } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Json = JSONColumnType<Record<string, unknown>>
/** More digits than a number has. */
type Long = ColumnType<string, string | number, string | number>
`

type Column = Record<'table' | 'name' | 'type', string> & {
  nullable: boolean
  given: boolean
  rule: string | null
}

/** Of a migrated database, as the text of a module. */
export async function tableTypes<Tables>(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as table, attname as name, typname as type, not attnotnull as nullable,
      atthasdef or attidentity <> '' as given,
      (select pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid and contype = 'c'
        and conkey = array[attnum] and pg_get_constraintdef(oid) like '% = ANY (ARRAY[%') as rule
    from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
      join pg_type t on t.oid = atttypid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
    order by relname collate "C", attnum`.execute(db)
  const lines = rows.map(({ name, type, nullable, given, rule }) => {
    const values = rule?.match(/'[^']+'/g)?.join(' | ')
    const whole = [values ?? types.get(type) ?? 'unknown', ...(nullable ? ['null'] : [])].join(' | ')
    return `    ${name}: ${given ? `Generated<${whole}>` : whole}`
  })
  const tables = Map.groupBy(lines.keys(), (at) => rows[at]!.table)
  const shapes = [...tables].map(
    ([table, at]) => `  ${table}: {\n${at.map((one) => lines[one]).join('\n')}\n  }`,
  )
  return `${head}\nexport type GeneratedTables = {\n${shapes.join('\n')}\n}\n`
}

if (import.meta.main) {
  const dir = mkdtempSync(join(tmpdir(), 'lacre-types-'))
  const embedded = await startEmbedded({ dir, flags: ['fsync=off'] })
  const { db } = connect({ ...embedded.connection, max: 1 }, () => {})
  await migrate(db)
  writeFileSync('server/database/generated-tables.ts', await tableTypes(db))
  await db.destroy()
  await embedded.stop()
  rmSync(dir, { recursive: true })
}
