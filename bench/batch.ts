/**
 * node bench/batch.ts [rounds]: 500 mixed letters closed, checked and merged, against qpdf putting the same files together
 * and a warm WeasyPrint loop over letters as long (design/numbers.md#ratios-not-times: ≤ 1.5× and ≥ 20× faster), and the list
 * against the merging. Wants Debian's `qpdf` and `weasyprint`; without one of them its line is left out. WeasyPrint
 * sets twenty letters a round, counted 25 times.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import { startEmbedded } from '../server/database/embedded.ts'
import { letterCipher } from '../server/database/cipher.ts'
import { migrate, connect } from '../server/database/open.ts'
import { systemClock as clock, systemRandom } from '../server/outside/clock.ts'
import { batchList, makeBatch } from '../server/print-room/batch-pdf.ts'
import { closeBatch } from '../server/print-room/close-batch.ts'
import type { PrintRoomDeps } from '../server/print-room/call.ts'
import { stagePrintJobs } from '../server/letters/print-jobs.ts'
import { createMergerApart } from '../server/print-room/merge.ts'
import { anAccount, severalLetters } from '../server/testing/factories.ts'
import { findFonts } from '../server/typesetting/fonts.ts'
import { createTypstCompiler } from '../server/typesetting/compile.ts'
import { letterOf, paragraphs } from '../server/typesetting/testing/letters.ts'
import { startWeasyPrint } from './peers/weasyprint.ts'
import { inMs, inTurns, ratioOf } from './turns/in-turns.ts'

const letters = 500
const sample = 20
const rounds = Number(process.argv[2] ?? 20)
const folder = mkdtempSync(join(tmpdir(), 'bench-batch-'))
const embedded = await startEmbedded({ dir: join(folder, 'data'), flags: [] })
const { db } = connect({ ...embedded.connection, max: 4 }, () => {})
await migrate(db)

const compiler = createTypstCompiler(mkdtempSync(join(folder, 'typst-')), findFonts())
const cipher = letterCipher(systemRandom.bytes(32), systemRandom)
const account_id = await anAccount(db)
/** A page or three, like the letters that come. */
const contentOf = (at: number) => paragraphs(at % 5 ? 3 : 13).with(0, paragraphs((at % 7) + 1).at(-1)!)
const files: string[] = []
for (let at = 0; at < letters; at++) {
  const set = await compiler.set(letterOf(contentOf(at)))
  if ('refused' in set) throw new Error(set.refused)
  const { pdf, pages, sheets } = set
  const [id = ''] = await severalLetters(db, [{ account_id, pages, sheets, open: { cipher, pdf } }])
  await db.transaction().execute((tx) => stagePrintJobs(tx, [id], clock.now()))
  files.push(join(folder, `${at}.pdf`))
  writeFileSync(files[at]!, pdf)
}

const room: PrintRoomDeps = {
  db,
  clock,
  random: systemRandom,
  cipher,
  money: 'sandbox',
  closedDays: [],
  openMerger: createMergerApart(),
  log: { error: (about, message) => console.error(message, about), warn: () => {} },
}
let batch = 0
async function close() {
  const closed = await closeBatch(room, { by: 'bench' })
  if (closed === 'nothing-waiting') throw new Error(closed)
  batch = closed.id
}
async function make() {
  const made = await makeBatch(room, batch)
  if (made === 'unknown-batch' || made.letters !== letters) throw new Error('letters are missing')
}
async function reopen() {
  await sql`update print_job set batch_id = null, place = null`.execute(db)
  await sql`update letter set state = 'paid'`.execute(db)
}

async function qpdf() {
  const child = spawn('qpdf', ['--empty', '--pages', ...files, '--', join(folder, 'qpdf.pdf')])
  const [code] = (await once(child, 'exit')) as [number]
  if (code) throw new Error(`qpdf ended with ${code}`)
}
const head =
  '<html lang="es"><style>@page{size:A4;margin:25mm}body{font:11pt serif;text-align:justify;hyphens:auto}</style>'
const loop = startWeasyPrint()
const setSample = () => loop?.set(Array.from({ length: sample }, (_, at) => head + writeHtml(contentOf(at))))

const withQpdf = !spawnSync('qpdf', ['--version']).error
if (!withQpdf) console.log('MISSING: there is no qpdf here, its row is left out (apt-get install qpdf)')
const nothing = () => Promise.resolve()
const times = await inTurns(
  {
    reopen: () => (batch ? reopen() : nothing()),
    close,
    list: () => batchList(db, batch),
    merge: make,
    again: make,
    qpdf: withQpdf ? qpdf : nothing,
    weasyprint: () => setSample() ?? nothing(),
  },
  rounds,
)
loop?.end()
const whole = times.close.map((ms, at) => ms + times.merge[at]!)
const looped = times.weasyprint.map((ms) => (ms * letters) / sample)
console.log(
  `${letters} letters closed: ${inMs(times.close)}; opened, checked and merged: ${inMs(times.merge)}`,
)
console.log(`merged, against itself: ${ratioOf(times.again, times.merge)}`)
console.log(`its list: ${inMs(times.list)}, against the merging: ${ratioOf(times.list, times.merge)}`)
if (withQpdf) console.log(`merged, against qpdf, ${inMs(times.qpdf)}: ${ratioOf(times.merge, times.qpdf)}`)
if (loop)
  console.log(`a WeasyPrint loop, ${inMs(looped)}, against closed and merged: ${ratioOf(looped, whole)}`)
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
await db.destroy()
await embedded.stop()
rmSync(folder, { recursive: true, force: true })
