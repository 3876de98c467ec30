import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type pg from 'pg'
import { letterCipher } from '../database/cipher.ts'
import type { Db } from '../database/tables.ts'
import { systemRandom } from '../outside/clock.ts'
import { mergeLetters } from '../print-room/merge-letters.ts'
import { stagePrintJobs } from '../letters/print-jobs.ts'
import { plantAccount, plantLetter, type Planted } from './plant.ts'
import { type TestClock } from './test-clock.ts'
import { testDatabase } from './test-database.ts'
import { testWorld, type TestWorld } from './test-world.ts'

export type PrintHouse = {
  db: Db
  pool: pg.Pool
  clock: TestClock
  room: TestWorld
  /** A letter with real pages, `<name> 1`, `<name> 2` …, paid and waiting unless said otherwise. Answers its id. */
  put(letter: Planted & { name: string; pdf?: Buffer }): Promise<string>
}

/** The print room of a test: a real database, real letters, their real cipher. */
export async function printHouse(key = systemRandom.bytes(32)): Promise<PrintHouse> {
  const database = await testDatabase()
  const { pool } = database
  const { world } = testWorld(database)
  const cipher = letterCipher(key, systemRandom)
  const room = { ...world, cipher, openMerger: mergeLetters }
  const { db, clock } = room
  const account_id = await plantAccount(db, { email: 'ana@example.org' })
  return {
    db,
    pool,
    clock,
    room,
    async put({ name, pdf: given, ...row }) {
      const now = clock.now()
      const pdf = given ?? (await pdfOf(name, row.pages ?? 1))
      return db.transaction().execute(async (tx) => {
        const id = await plantLetter(tx, { account_id, created_at: now, ...row, open: { cipher, pdf } })
        await stagePrintJobs(tx, [id], now)
        return id
      })
    },
  }
}

export async function pdfOf(name: string, pages: number): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let page = 1; page <= pages; page++)
    pdf.addPage([595.28, 841.89]).drawText(`${name} ${page}`, { x: 72, y: 700, font })
  return Buffer.from(await pdf.save())
}

/** The text of each page, as another library than the one that merged them reads it. */
export async function textsOf(pdf: Buffer): Promise<string[]> {
  const reading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await reading.promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  await reading.destroy()
  return texts
}
