import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { ana, luis, written } from '../testing/factories.ts'

const typesetter = ownTypesetter()

const planted = [
  'Zarzamora',
  'Quintanilla',
  'Cienfuegos',
  'Ubrique',
  'Barrameda',
  'Extremeria',
  'Zugarramurdi',
  '271,316,377',
]
const signature = { colour: 'blue', strokes: [[271, 316, 377, 323]] }

test('of a letter’s words and addresses nothing stands in the database in the clear (design/privacy.md#letters-are-secret)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me, {
    ...written(
      `<p>${planted[0]}</p>`,
      { ...ana, name: planted[1]!, street: planted[2]! },
      { ...luis, name: planted[3]!, street: planted[4]!, city: planted[5]! },
    ),
    signature,
    replyCode: true,
    dateLine: { town: planted[6]! },
  })
  await app.get(me, `/letters/${id}`)
  await app.post(me, `/letters/${id}/cancel`)

  const { rows: columns } = await sql<{ table_name: string; column_name: string; data_type: string }>`
    select table_name, column_name, data_type from information_schema.columns where table_schema = 'public'`.execute(
    app.db,
  )
  expect(columns.length).toBeGreaterThan(50)
  const tables = Map.groupBy(columns, (column) => column.table_name)
  const found: string[] = []
  let values = 0
  for (const [table, ofTable] of tables)
    for (const { column_name, data_type } of ofTable) {
      const column = sql.ref(column_name)
      // Bytes as they are, so that a word inside a sealed value would be seen too.
      const shown = data_type === 'bytea' ? sql`encode(${column}, 'escape')` : sql`${column}::text`
      const { rows } = await sql<{ shown: string }>`
        select ${shown} as shown from ${sql.table(table)} where ${column} is not null`.execute(app.db)
      values += rows.length
      for (const row of rows)
        for (const word of planted)
          if (row.shown.toLowerCase().includes(word.toLowerCase())) found.push(`${table}.${column_name}`)
    }
  expect(values).toBeGreaterThan(20)
  expect(found).toEqual([])
})

test('a stored page with one changed bit is never served (design/trust.md#freeze-before-pay)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me)
  await sql`update letter_secret set pdf = set_bit(pdf, 4000, 1 - get_bit(pdf, 4000))`.execute(app.db)
  const bent = await app.get(me, `/letters/${id}/pdf`)
  expect(bent.statusCode).toBe(500)
  expect(bent.body).not.toContain('%PDF')
})

test('whole and rightly sealed pages that are not the hashed ones are never served (design/trust.md#freeze-before-pay)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me)
  const sealed = app.cipher.seal(id, { addresses: '', content: '', pdf: Buffer.from('%PDF-1.7 other') })
  await app.db.updateTable('letter_secret').set(sealed).execute()
  const other = await app.get(me, `/letters/${id}/pdf`)
  expect(other.statusCode).toBe(500)
  expect(other.body).not.toContain('%PDF')
})
