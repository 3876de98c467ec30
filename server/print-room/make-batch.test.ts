import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPrintRoom, pdfOf, type PrintRoom, textsOf } from '../testing/console-app.ts'
import { closeBatch } from './close-batch.ts'
import { makeBatch, recordDownload } from './batch-pdf.ts'
import type { PrintRoomDeps } from './call.ts'
import { stateOf as stateIn } from '../testing/factories.ts'
import { failingDatabase } from '../testing/played-database.ts'

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

const stateOf = (id: string) => stateIn(app.db, id)
const statesOf = (...ids: string[]) => Promise.all(ids.map(stateOf))
const issues = () => app.db.selectFrom('issue').select(['kind', 'letter_id', 'reference', 'note']).execute()
const flipBit = (id: string) =>
  sql`update letter_secret set pdf = set_bit(pdf, 999, 1 - get_bit(pdf, 999)) where letter_id = ${id}`.execute(
    app.db,
  )

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

test('a letter with a flipped bit stops, loudly, and the others are printed (design/trust.md#freeze-before-pay)', async () => {
  const broken = await app.put({ name: 'broken', postal_code: '01001' })
  const whole = await app.put({ name: 'whole', pages: 3 })
  const id = await closed()
  await flipBit(broken)
  const batch = await made(id)
  expect(await textsOf(batch.pdf)).toEqual(['whole 1', 'whole 2', 'whole 3', ''])
  expect(batch).toMatchObject({ letters: 1, sheets: 2, stopped: [broken] })
  expect(batch.csv).not.toContain(broken)
  expect(await statesOf(broken, whole)).toEqual(['needs-person', 'batched'])
  expect(await issues()).toEqual([
    {
      kind: 'print-damaged',
      letter_id: broken,
      reference: `B0001/${broken}`,
      note: 'B0001. Los bytes guardados no son los que se pagaron: no se ha impreso.',
    },
  ])
  expect(await made(id)).toMatchObject({ letters: 1, stopped: [] })
  expect(await issues()).toHaveLength(1)
})

/** What the letter rests as, other than it was paid; `opens` is what the cipher gives of it. */
type Damage = { pages?: number; pdf?: Buffer; opens?: Buffer; lost?: boolean }
test.each<[what: string, damage: () => Promise<Damage>, message: string]>([
  [
    'other bytes than the hash that was paid',
    async () => ({ opens: await pdfOf('forged', 1) }),
    'does not open',
  ],
  ['bytes that do not open', () => Promise.resolve({ lost: true }), 'does not open'],
  ['no PDF, its hash right', () => Promise.resolve({ pdf: Buffer.from('hello') }), 'cannot be merged'],
  ['fewer pages than paid', async () => ({ pages: 3, pdf: await pdfOf('letter', 2) }), 'cannot be merged'],
  ['more pages than paid', async () => ({ pages: 1, pdf: await pdfOf('letter', 2) }), 'cannot be merged'],
])('%s: the letter stops, and the log says why', async (_what, damage, message) => {
  const { opens, lost, ...letter } = await damage()
  const id = await app.put(letter)
  await app.put({ name: 'fine', postal_code: '50001' })
  const batchId = await closed()
  const sealed = app.db.updateTable('letter_secret').where('letter_id', '=', id)
  if (lost) await sealed.set({ pdf: Buffer.alloc(40) }).execute()
  const { cipher } = app.world
  const openPdf: typeof cipher.openPdf = (of, stored) =>
    opens && of === id ? opens : cipher.openPdf(of, stored)
  const error = vi.fn()
  const log = { ...app.world.log, error }
  const batch = await made(batchId, { ...app.world, cipher: { ...cipher, openPdf }, log })
  expect(batch).toMatchObject({ letters: 1, stopped: [id] })
  expect(await textsOf(batch.pdf)).toEqual(['fine 1', ''])
  const err: unknown = expect.any(Error)
  expect(error.mock.calls).toEqual([[{ letter: id, err }, `letter ${message}`]])
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

test('the issue of a letter that left its batch says that the file was downloaded before', async () => {
  const broken = [await app.put({}), await app.put({})]
  await app.put({})
  const id = await closed()
  await recordDownload(app.world, await made(id), { by: 'Olga', why: 'print' })
  for (const letterId of broken) await flipBit(letterId)
  await made(id)
  const notes = (await issues()).map(({ note }) => note)
  expect(notes).toEqual(broken.map(() => expect.stringContaining('ya se había descargado') as string))
})
