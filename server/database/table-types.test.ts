import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tableTypes } from '../../tools/table-types.ts'
import { testDatabase } from '../testing/test-database.ts'

const written = readFileSync(join(import.meta.dirname, 'generated-tables.ts'), 'utf8')

test('the types of the tables are those of the schema (npm run table-types)', async () => {
  const { db } = await testDatabase()
  expect(await tableTypes(db)).toBe(written)
})

test.each([
  ['a column', 'add column later int', '    later: number | null'],
  ['a rule', "add check (error in ('one', 'two'))", "    error: 'one' | 'two' | null"],
  ['a default', "alter column recipient set default ''", '    recipient: Generated<string>'],
])('%s that the schema has got is in them', async (_what, change, line) => {
  const { db } = await testDatabase()
  await sql`alter table mail ${sql.raw(change)}`.execute(db)
  const lines = (await tableTypes(db)).split('\n')
  expect(written).not.toContain(line)
  expect(lines).toContain(line)
})
