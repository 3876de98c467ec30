import { createHash, randomUUID } from 'node:crypto'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { priceOn } from '@lacre/letter/price/price.ts'
import { day } from '@lacre/letter/day.ts'
import type { State } from '@lacre/letter/journey.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { letterCipher } from '../database/keys/letter-cipher.ts'
import type { Db } from '../database/tables.ts'
import { lockLetter } from '../letters/stored/lock-letter.ts'
import { printableLetter } from '../letters/stored/printable-letter.ts'
import { postLetter } from '../letters/steps/post-letter.ts'
import { takeStep } from '../letters/steps/take-step.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { systemRandom } from '../outside/random.ts'
import { recordAuditEntry } from '../operators/record-audit-entry.ts'
import { mergeLetters } from '../print-room/merging/merge-letters.ts'
import type { PrintRoomDeps } from '../print-room/deps.ts'
import { stagePrintJob } from '../print-room/jobs/stage-print-job.ts'
import { testClock, type TestClock } from './test-clock.ts'
import { testDatabase } from './test-database.ts'

export type LetterOnDesk = {
  name: string
  pages?: number
  postalCode?: string | null
  state?: State
  pdf?: Buffer
}
export type PrintHouse = {
  db: Db
  clock: TestClock
  room: PrintRoomDeps
  /** A letter with real pages, `<name> 1`, `<name> 2` …, paid and waiting unless said otherwise. Answers its id. */
  put(letter: LetterOnDesk): Promise<string>
}

/** The print room of a test: a real database, real letters, their real cipher. */
export async function printHouse(key = systemRandom.bytes(32)): Promise<PrintHouse> {
  const { db } = await testDatabase()
  const clock = testClock()
  const cipher = letterCipher(key, systemRandom)
  const accountId = randomUUID()
  await db
    .insertInto('account')
    .values({ id: accountId, email: 'ana@example.org', created_at: clock.now() })
    .execute()
  const room: PrintRoomDeps = {
    db,
    clock,
    takeStep,
    lockLetter,
    openLetter: (id) => printableLetter({ db, cipher }, id),
    openMerger: mergeLetters,
    postLetter: (tx, occasion) =>
      postLetter(
        { queueMail: (tx, mail) => queueMail({ clock, random: systemRandom }, tx, mail) },
        tx,
        occasion,
      ),
    recordAuditEntry,
    log: { error: () => {} },
  }
  return {
    db,
    clock,
    room,
    async put({ name, pages = 1, postalCode = '28008', state = 'paid', pdf: given }) {
      const id = randomUUID()
      const pdf = given ?? (await pdfOf(name, pages))
      const { lines, total } = priceOn(day('2026-11-21'))
      const row = {
        id,
        account_id: accountId,
        state,
        fingerprint: systemRandom.bytes(32),
        pages,
        sheets: Math.ceil(pages / 2),
        pdf_sha256: createHash('sha256').update(pdf).digest('hex'),
        price_lines: JSON.stringify(lines),
        total_cents: total,
        currency: 'eur',
        postal_code: postalCode,
        created_at: clock.now(),
        state_since: clock.now(),
      }
      await db.transaction().execute(async (tx) => {
        await tx.insertInto('letter').values(row).execute()
        const sealed = cipher.seal(id, { addresses: '{}', content: '', pdf })
        await tx
          .insertInto('letter_secret')
          .values({ letter_id: id, ...sealed })
          .execute()
        await stagePrintJob(tx, id, clock.now())
      })
      return id
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
