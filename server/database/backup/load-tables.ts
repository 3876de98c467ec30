import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../tables.ts'
import type { BackupReader, Ends } from './read-backup.ts'
import { BackupDamaged } from './sealed-stream.ts'
import { rowsOf, tablesInOrder, type Counter, type TableToCopy } from './tables-in-order.ts'

const portion = { rows: 1000, characters: 16 * 1024 * 1024 }

/** Takes what `readBackup` reads into empty tables of the same form, and reads every table back to compare. */
export async function tableLoader(tx: Tx): Promise<Omit<BackupReader, 'begins'>> {
  const tables = new Map((await tablesInOrder(tx)).map((table) => [table.name, table]))
  // Rows come back as they were: what a trigger adds or forbids to new ones has been said about them already.
  await triggers(tx, tables.keys(), 'disable')
  await sql`set constraints all deferred`.execute(tx) // a row may come before one of its own table it refers to
  let waiting: string[] = []
  let characters = 0
  function of(name: string): TableToCopy {
    const table = tables.get(name)
    if (!table) throw new BackupDamaged(`there is no table ${name}`)
    return table
  }
  async function insert(table: TableToCopy) {
    if (waiting.length) await insertRows(tx, table, waiting)
    waiting = []
    characters = 0
  }
  return {
    async row(table, row) {
      waiting.push(row)
      characters += row.length
      if (waiting.length >= portion.rows || characters >= portion.characters) await insert(of(table))
    },
    async ends(ends) {
      await insert(of(ends.table))
      await compare(tx, of(ends.table), ends)
    },
    async whole(counters) {
      for (const counter of counters) await setCounter(tx, counter)
      await sql`set constraints all immediate`.execute(tx)
      await triggers(tx, tables.keys(), 'enable')
    },
  }
}

async function triggers(tx: Tx, tables: Iterable<string>, action: 'enable' | 'disable') {
  for (const table of tables)
    await sql`alter table ${sql.table(table)} ${sql.raw(action)} trigger user`.execute(tx)
}

async function insertRows(tx: Tx, { name, columns }: TableToCopy, rows: string[]) {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(name)} (${list}) overriding system value
    select ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))}
    from unnest(${rows}::text[]) with ordinality as line (text, place),
      jsonb_populate_record(null::${sql.table(name)}, line.text::jsonb) r
    order by place`.execute(tx)
}

async function compare(tx: Tx, table: TableToCopy, { rows, sha256 }: Ends) {
  const hash = createHash('sha256')
  let count = 0
  for await (const row of rowsOf(tx, table)) {
    count++
    hash.update(row)
  }
  if (count !== rows || hash.digest('hex') !== sha256)
    throw new BackupDamaged(`the table ${table.name} did not arrive as it was written`)
}

const setCounter = (tx: Tx, { table, column, last, called }: Counter) =>
  sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last}::bigint, ${called})`.execute(
    tx,
  )
