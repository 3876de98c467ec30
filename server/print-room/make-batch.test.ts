import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPrintRoom, pdfOf, type PrintRoom, textsOf } from '../testing/console-app.ts'
import { closeBatch } from './close-batch.ts'
import { makeBatch, openForPrint } from './batch-pdf.ts'
import type { PrintRoomDeps } from './call.ts'
import { type Merger, MergingFailed } from './merge.ts'
import { countedDatabase, failingDatabase } from '../testing/played-database.ts'
import { takeStep } from '../letters/steps.ts'
import { aPayment } from '../testing/factories.ts'

let app: PrintRoom
beforeEach(async () => {
  app = await openPrintRoom()
})

async function closed(): Promise<number> {
  const batch = await closeBatch(app.world, { by: 'test' })
  if (batch === 'nothing-waiting') throw new Error(batch)
  return batch.id
}

async function made(id: number, room: PrintRoomDeps = app.world) {
  const batch = await makeBatch(room, id)
  if (batch === 'unknown-batch') throw new Error(batch)
  return batch
}

const stateOf = async (id: string) =>
  (await app.db.selectFrom('letter').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const issues = () => app.db.selectFrom('issue').select(['kind', 'letter_id', 'reference', 'note']).execute()
const flipBit = (id: string) =>
  sql`update letter_secret set pdf = set_bit(pdf, 999, 1 - get_bit(pdf, 999)) where letter_id = ${id}`.execute(
    app.db,
  )

test('each letter begins on a front, and nothing but its own pages is in it', async () => {
  await app.put({ name: 'three', pages: 3 })
  await app.put({ name: 'one', pages: 1, postal_code: '01001' })
  await app.put({ name: 'two', pages: 2, postal_code: '02001' })
  const { pdf, csv } = await made(await closed())
  expect(await textsOf(pdf)).toEqual(['one 1', '', 'two 1', 'two 2', 'three 1', 'three 2', 'three 3', ''])
  const cells = csv.split('\r\n').map((line) => line.split(';'))
  expect(cells.slice(1, -1).map((row) => row.slice(-2))).toEqual([
    ['1', '2'],
    ['3', '4'],
    ['5', '8'],
  ])
})

test('the file asks for both sides, the long edge and no scaling; blank backs are as big as the fronts', async () => {
  await app.put({ name: 'one' })
  const { pdf } = await made(await closed())
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const preferences = document.catalog.getOrCreateViewerPreferences()
  expect([preferences.getDuplex(), preferences.getPrintScaling()]).toEqual(['DuplexFlipLongEdge', 'None'])
  const [front, back] = document.getPages().map((page) => page.getSize())
  expect(front).toEqual({ width: 595.28, height: 841.89 })
  expect(back).toEqual(front)
  expect(document.getTitle()).toBe('B0001')
})

test('made again, also later, it is the same file to the bit', async () => {
  for (const name of ['one', 'two', 'three']) await app.put({ name, pages: 3 })
  const id = await closed()
  const first = await made(id)
  app.clock.pass(86_400_000)
  const again = await made(id)
  expect(again.pdf.equals(first.pdf)).toBe(true)
  expect(again.csv).toBe(first.csv)
})

test('a letter with a flipped bit stops, loudly, and the others are printed (design/trust.md#freeze-before-pay)', async () => {
  const broken = await app.put({ name: 'broken', postal_code: '01001' })
  const whole = await app.put({ name: 'whole', pages: 3 })
  const id = await closed()
  await flipBit(broken)
  const batch = await made(id)
  expect(await textsOf(batch.pdf)).toEqual(['whole 1', 'whole 2', 'whole 3', ''])
  expect(batch).toMatchObject({ letters: 1, sheets: 2, stopped: [broken] })
  expect(batch.csv).not.toContain(broken)
  expect([await stateOf(broken), await stateOf(whole)]).toEqual(['needs-person', 'batched'])
  expect(await issues()).toEqual([
    {
      kind: 'print-damaged',
      letter_id: broken,
      reference: `B0001/${broken}`,
      note: 'B0001. Los bytes guardados no son los que se pagaron: no se ha impreso.',
    },
  ])
  const row = await app.db.selectFrom('print_batch').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ letters: 1, sheets: 2, grams: '15.5' })

  expect(await made(id)).toMatchObject({ letters: 1, stopped: [] })
  expect(await issues()).toHaveLength(1)
})

test.each([
  ['other bytes than the hash that was paid', async () => pdfOf('forged', 1)],
  ['no PDF', async () => Buffer.from('hello')],
])('the print room checks for itself: %s', async (_what, pdf) => {
  const id = await app.put({ name: 'letter' })
  const batchId = await closed()
  const other = await pdf()
  const cipher = { ...app.world.cipher, openPdf: () => other }
  expect(await made(batchId, { ...app.world, cipher })).toMatchObject({ letters: 0, stopped: [id] })
})

test('why a letter is damaged reaches the log', async () => {
  const id = await app.put({ name: 'letter', pages: 3, pdf: await pdfOf('letter', 2) })
  const broken = await app.put({ name: 'broken' })
  await app.db
    .updateTable('letter_secret')
    .set({ pdf: Buffer.alloc(40) })
    .where('letter_id', '=', broken)
    .execute()
  const logged: object[] = []
  const log = {
    error: (about: object, message: string) => void logged.push({ ...about, message }),
    warn: () => {},
  }
  await made(await closed(), { ...app.world, log })
  expect(logged).toHaveLength(2)
  expect(logged).toEqual(
    expect.arrayContaining([
      { message: 'letter cannot be merged', letter: id, err: expect.any(RangeError) as unknown },
      { message: 'letter does not open', letter: broken, err: expect.any(Error) as unknown },
    ]),
  )
})

test.each([
  ['fewer pages than paid', { name: 'letter', pages: 3, given: 2 }],
  ['more pages than paid', { name: 'letter', pages: 1, given: 2 }],
])('%s: the letter stops even when its hash is right', async (_what, { name, pages, given }) => {
  const id = await app.put({ name, pages, pdf: await pdfOf(name, given) })
  await app.put({ name: 'fine', postal_code: '50001' })
  const batch = await made(await closed())
  expect(batch).toMatchObject({ letters: 1, stopped: [id] })
  expect(await textsOf(batch.pdf)).toEqual(['fine 1', ''])
})

test('a letter that a dispute has stopped since is not in the file any more', async () => {
  const { db, clock } = app
  const disputed = await app.put({ name: 'disputed' })
  await app.put({ name: 'fine' })
  const id = await closed()
  await db
    .transaction()
    .execute((tx) =>
      takeStep(tx, { letterId: disputed, step: 'doubt', cause: 'card-provider', now: clock.now() }),
    )
  const batch = await made(id)
  expect(await textsOf(batch.pdf)).toEqual(['fine 1', ''])
  expect(batch.stopped).toEqual([disputed])
  expect(await issues()).toMatchObject([{ kind: 'print-stopped-elsewhere', letter_id: disputed }])
})

test('a broken connection is no broken letter: nothing is stopped, and the next try has it all', async () => {
  const id = await app.put({ name: 'letter' })
  const batchId = await closed()
  const opens = ['"SelectQueryNode"', '"name":"letter_secret"', '"name":"pdf"']
  const db = failingDatabase(app.db, opens, new Error('connection lost'), 1)
  const room = { ...app.world, db }
  await expect(made(batchId, room)).rejects.toThrow('connection lost')
  expect(await stateOf(id)).toBe('batched')
  expect(await made(batchId, room)).toMatchObject({ letters: 1, stopped: [] })
})

test('more letters than are opened at once: all in their order, only those left out that must not be printed', async () => {
  const letters = Array.from({ length: 45 }, (_, at) => ({ name: `letter ${at}`, pages: 1 + (at % 2) }))
  const ids: string[] = []
  for (const [at, letter] of letters.entries())
    ids.push(await app.put({ ...letter, postal_code: String(1000 + at).padStart(5, '0') }))
  const id = await closed()
  await flipBit(ids[20]!)
  const batch = await made(id)
  expect(batch).toMatchObject({ letters: 44, stopped: [ids[20]] })
  const fronts = (await textsOf(batch.pdf)).filter((_, page) => page % 2 === 0)
  const inOrder = letters.filter((_, at) => at !== 20)
  expect(fronts).toEqual(inOrder.map(({ name }) => `${name} 1`))
})

test('the merging that dies in the midst of a file is told, and no letter is doubted', async () => {
  const id = await app.put({ name: 'letter' })
  const batchId = await closed()
  const dying = { add: () => Promise.reject(new MergingFailed('memory')), save: vi.fn(), close: vi.fn() }
  const openMerger = () => Promise.resolve(dying as unknown as Merger)
  await expect(made(batchId, { ...app.world, openMerger })).rejects.toThrow('memory')
  expect(dying.close).toHaveBeenCalled()
  expect(await stateOf(id)).toBe('batched')
})

test('a letter posted and erased since is told apart from a damaged one', async () => {
  const { db } = app
  const id = await app.put({ name: 'old' })
  const batchId = await closed()
  await db.updateTable('letter').set({ state: 'posted' }).execute()
  await db.updateTable('print_job').set({ posted_at: new Date() }).execute()
  await db.deleteFrom('letter_secret').execute()
  expect(await made(batchId)).toMatchObject({ letters: 0, stopped: [], gone: [id] })
  expect([await stateOf(id), await issues()]).toEqual(['posted', []])
})

test('a letter whose bytes do not open is damaged', async () => {
  const app = await openPrintRoom()
  const { world, db } = app
  const id = await app.put({ name: 'one' })
  const stored = db.selectFrom('letter').select('pdf_sha256 as sha256')
  const letter = { id, state: 'batched' as const, ...(await stored.executeTakeFirstOrThrow()) }
  const open = async (deps: typeof world, changes = {}) =>
    (await openForPrint(deps, [{ ...letter, ...changes }])).get(id)
  expect(await open(world)).toBeInstanceOf(Buffer)
  expect(await open(world, { sha256: '0'.repeat(64) })).toBe('damaged')
  expect(await open(world, { state: 'needs-person' })).toBe('stopped-elsewhere')
  const openPdf = () => {
    throw new Error('a bit was changed')
  }
  const broken = { ...world, cipher: { ...world.cipher, openPdf } }
  expect(await open(broken)).toBe('damaged')
  await db.deleteFrom('letter_secret').execute()
  expect(await open(world)).toBe('damaged')
})

test('many letters: their money is asked about once, and whose is no real money is told', async () => {
  const app = await openPrintRoom()
  const { world, db } = app
  const ids: string[] = []
  for (const name of ['one', 'two', 'three']) ids.push(await app.put({ name }))
  const letters = await db.selectFrom('letter').select(['id', 'pdf_sha256 as sha256']).execute()
  for (const id of [ids[0]!, ids[2]!]) await aPayment(db, id, { livemode: true })
  const counted = countedDatabase(db, ['"name":"payment_money"'])
  const opened = await openForPrint(
    { ...world, money: 'live', db: counted.db },
    letters.map((letter) => ({ ...letter, state: 'batched' as const })),
  )
  expect(counted.count()).toBe(1)
  expect(ids.map((id) => opened.get(id))).toEqual([expect.any(Buffer), 'test-money', expect.any(Buffer)])
})
