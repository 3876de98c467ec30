// @module-tag long
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { days, minutes } from '@lacre/letter/duration.ts'
import { letterCode } from '@lacre/letter/print-room/letter-code.ts'
import type { FoundLetters, Marked } from '@lacre/letter/print-room/calls.ts'
import type { ClosedBatch } from '@lacre/letter/print-room/close-calls.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from './database/backup/restore-backup.ts'
import { writeBackup } from './database/backup/write-backup.ts'
import { databaseMode } from './database/database-mode.ts'
import { fixedKeys } from './database/keys/letter-keys.ts'
import { forgetLetters } from './letters/ending/forget-letters.ts'
import { explainLetter } from './operating/explain-letter.ts'
import { systemRandom as random } from './outside/random.ts'
import { openDesk } from './testing/console-desk.ts'
import { consoleHouse, type ConsoleHouse } from './testing/console-house.ts'
import { lettersHouse, luis, written } from './testing/letter-house.ts'
import { pdfOf } from './testing/print-house.ts'
import { testDatabase } from './testing/test-database.ts'
import { quickTypesetter } from './typesetting/testing/quick-typesetter.ts'

const file = readFileSync(join(import.meta.dirname, '..', 'deploy', 'partitions.sql'), 'utf8')

let house: ConsoleHouse
beforeEach(async () => {
  house = await consoleHouse()
})

/** What an operator runs, on the day of the house. */
const divide = () =>
  house.database.pool.query(file.replaceAll('now()', `timestamptz '${house.clock.now().toISOString()}'`))

/** As the next version gives them. */
async function lettersByTime() {
  const typesetter = quickTypesetter(await pdfOf('letter', 1))
  const { db, clock, cipher, actions } = house
  const ports = {
    ...actions.money,
    voidPrintJob: actions.payments.voidPrintJob,
    queueMail: actions.queueMail,
  }
  return lettersHouse(typesetter, { db, clock, cipher, ...ports, idVersion: 7 })
}

const rowsIn = async (table: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(house.db)).rows[0]?.n,
  )
const partsOf = async (table: string) => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${table}::regclass order by 1`.execute(house.db)
  return rows.map(({ name }) => name.slice(table.length + 1))
}
const atFirst = ['2026_11', '2026_12', '2027_01', '2027_02', '2027_03', '2027_04', '2027_05', 'rest']

test('with a partition a month letters go all their way, and a month of forgotten words is dropped', async () => {
  const before = await house.put({ name: 'before' })
  await divide()
  for (const table of ['letter_secret', 'letter_step']) {
    expect(await partsOf(table)).toEqual(atFirst)
    expect(await rowsIn(`${table}_rest`)).toBe(1)
  }
  const letters = await lettersByTime()
  const to = (name: string, text: string) => written(`<p>${text}</p>`, undefined, { ...luis, name })
  const { id } = await letters.freeze(house.ana)
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/)
  expect((await letters.freeze(house.ana)).id).toBe(id)
  const older = await letters.freeze(house.ana, to('Eva', 'Otra'))
  house.clock.pass(minutes(1))
  const newer = await letters.freeze(house.ana, to('Eva', 'Otra, y mejor'))
  expect((await house.books(older.id)).letter).toBe('cancelled')
  expect([await rowsIn('letter_secret_2026_11'), await rowsIn('letter_step_2026_11')]).toEqual([3, 4])

  const desk = await openDesk(house)
  for (const find of [orderNumber(id), letterCode(id), letterCode(id).slice(0, 6), id]) {
    const found = (await desk.call('GET', `letters?find=${find}`)).json<FoundLetters>()
    expect([find, found.letters.map((letter) => letter.id)]).toEqual([find, [id]])
  }
  expect((await explainLetter(house.db, orderNumber(id)))?.id).toBe(id)

  await house.pay(id)
  await house.tell()
  expect((await desk.post('batches', {})).json<ClosedBatch>().batch).toMatchObject({ letters: 2 })
  expect((await house.download(desk.token, 'batches/B0001/pdf')).statusCode).toBe(200)
  expect((await desk.post('batches/B0001/posted', {})).json<Marked>().done).toBe(2)
  for (const posted of [before, id]) expect((await house.books(posted)).letter).toBe('posted')

  house.clock.set('2027-01-02T09:00:00Z')
  expect(await forgetLetters(house)).toBe(3)
  await divide()
  expect(await partsOf('letter_secret')).toEqual([
    '2026_11',
    ...atFirst.slice(2, -1),
    '2027_06',
    '2027_07',
    'rest',
  ])
  await letters.post(house.ana, `/letters/${newer.id}/cancel`)
  house.clock.pass(days(8))
  expect(await forgetLetters(house)).toBe(1)
  await divide()
  expect(await partsOf('letter_secret')).toEqual([...atFirst.slice(2, -1), '2027_06', '2027_07', 'rest'])
  expect(await partsOf('letter_step')).toContain('2026_11')
})

test('a month that nobody made in time is made afterwards, with what there is of it', async () => {
  await divide()
  house.clock.set('2027-08-02T09:00:00Z')
  const { id } = await (await lettersByTime()).freeze(house.ana)
  expect(await rowsIn('letter_secret_rest')).toBe(1)
  await divide()
  expect([await rowsIn('letter_secret_rest'), await rowsIn('letter_secret_2027_08')]).toEqual([0, 1])
  expect((await house.books(id)).letter).toBe('frozen')
})

test('a backup of partitions comes back, each row once, into a database that has none', async () => {
  await house.put({ name: 'before' })
  await divide()
  await (await lettersByTime()).freeze(house.ana)
  await databaseMode(house.db, 'sandbox')
  const folder = mkdtempSync(join(tmpdir(), 'lacre-partitions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const keys = fixedKeys(Buffer.alloc(32, 3))
  const { path, rows } = await writeBackup({ db: house.db, keys, random }, folder)
  expect(rows).toMatchObject({ letter: 2, letter_secret: 2, letter_step: 2 })
  const { db, at } = await testDatabase()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  expect(await restoreBackup({ path, at, keys, mode: 'sandbox' })).toMatchObject({ rows })
})
