import { sql } from 'kysely'
import type { Db, Tx } from '../tables.ts'

/** `columns`: those a row is written with. `order`: SQL that puts the rows in one order on every server. */
export type TableToCopy = { name: string; columns: string[]; order: string }
export type Counter = { table: string; column: string; last: string; called: boolean }

/** The migrations' own books: the target has its own. */
const ownBooks = ['kysely_migration', 'kysely_migration_lock']

/** Every table, parents first, so that a row never comes before the one it refers to. */
export async function tablesInOrder(db: Db | Tx): Promise<TableToCopy[]> {
  const { rows } = await sql<{ name: string; columns: string[]; key: string[]; parents: string[] }>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
          order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary) as key,
      array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`.execute(db)
  const waiting = rows.filter(({ name }) => !ownBooks.includes(name))
  const placed: TableToCopy[] = []
  while (waiting.length) {
    const isPlaced = (name: string) => placed.some((table) => table.name === name)
    const at = waiting.findIndex(({ parents }) => parents.every(isPlaced))
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (!next) throw new Error('the tables refer to each other in a circle')
    if (!next.key) throw new Error(`the table ${next.name} has no primary key`)
    placed.push({ name: next.name, columns: next.columns, order: next.key.join(', ') })
  }
  return placed
}

/** Where the identity columns go on counting. */
export async function countersOf(db: Db | Tx): Promise<Counter[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select table_name as table, column_name as column,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`.execute(db)
  const counters: Counter[] = []
  for (const { table, column, sequence } of rows) {
    const found = await sql<{ last: string; called: boolean }>`
      select last_value::text as last, is_called as called from ${sql.raw(sequence)}`.execute(db)
    if (found.rows[0]) counters.push({ table, column, ...found.rows[0] })
  }
  return counters
}

/** Says and shows everything alike, and may take its time. For this transaction only. */
export async function steady(tx: Tx): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `bytea_output = 'hex'`,
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ])
    await sql`set local ${sql.raw(setting)}`.execute(tx)
}

/** A row a piece, as JSON that PostgreSQL reads back to the last microsecond. */
export async function* rowsOf(tx: Tx, { name, order }: TableToCopy): AsyncGenerator<string> {
  await sql`declare rows no scroll cursor for
    select to_jsonb(t)::text as row from ${sql.table(name)} t order by ${sql.raw(order)}`.execute(tx)
  const portion = wide.includes(name) ? 10 : 1000
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(portion)} from rows`.execute(tx)
    for (const { row } of rows) yield row
    if (rows.length < portion) break
  }
  await sql`close rows`.execute(tx)
}

/** Letters with their pictures weigh megabytes. */
const wide = ['letter_secret', 'draft', 'template', 'address_book']
