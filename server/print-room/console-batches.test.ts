// @module-tag long
import { createHash } from 'node:crypto'
import { day } from '@lacre/letter/days.ts'
import { beforeEach, expect, test } from 'vitest'
import type {
  BatchDetail,
  BatchPage,
  BatchSummary,
  Marked,
  PrintRoomOverview,
  ClosedBatch,
} from '@lacre/letter/print-room/calls.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk, textsOf, told } from '../testing/console-app.ts'
import { MergingFailed } from './merge.ts'

let app: ConsoleApp
let desk: Desk
beforeEach(async () => {
  app = await openConsole()
  desk = await openDesk(app)
})

const get = <T>(path: string) => desk.get<T>(path)
const post = (path: string, body?: object) => desk.post(path, body)
const close = async () => (await post('batches')).json<ClosedBatch>()
const download = (kind = 'pdf') => post(`batches/B0001/${kind}`, { reason: 'print' })

test('the first page: what waits with its totals, the next cut-off, what was closed, what needs a person', async () => {
  await app.put({ name: 'short' })
  app.clock.pass(60_000)
  await app.put({ name: 'long', pages: 4 })
  await app.put({ name: 'stopped', state: 'needs-person' })
  await app.put({ name: 'unpaid', state: 'frozen' })
  expect(await get<PrintRoomOverview>('overview')).toEqual({
    operator: { name: 'Olga', isSupervisor: false },
    waiting: {
      letters: 2,
      sheets: 3,
      grams: 26,
      brackets: [{ bracket: 20, letters: 2 }],
      oldest: '2026-11-23T09:00:00.000Z',
    },
    later: [],
    nextCutOff: '2026-11-23T16:30:00.000Z',
    now: '2026-11-23T09:01:00.000Z',
    newest: [],
    needsPerson: 1,
    issues: 0,
  })
})

test('what is for a later day stands apart, by the day it leaves, and no batch takes it before (design/letter.md#posting-day)', async () => {
  const today = await app.put({ post_on: day('2026-11-23') })
  const saturday = await app.put({ post_on: day('2026-11-28') })
  await app.put({ post_on: day('2026-11-30') })
  await app.put({ post_on: day('2026-12-18') })
  const later = [
    { day: '2026-11-30', letters: 2 },
    { day: '2026-12-18', letters: 1 },
  ]
  expect(await get<PrintRoomOverview>('overview')).toMatchObject({ waiting: { letters: 1 }, later })
  expect((await close()).batch).toMatchObject({ letters: 1 })
  expect((await app.books(today)).letter).toBe('batched')
  app.clock.set('2026-11-29T10:00:00Z') // Sunday
  expect((await post('batches')).statusCode).toBe(409)
  expect((await get<PrintRoomOverview>('overview')).later).toEqual(later)
  app.clock.set('2026-11-30T08:00:00Z')
  expect((await close()).batch).toMatchObject({ letters: 2 })
  expect((await app.books(saturday)).letter).toBe('batched')
})

test('what is for a day that is closed stands by the next one (design/letter.md#closed-days)', async () => {
  app = await openConsole({ closedDays: [day('2026-11-30')] })
  desk = await openDesk(app)
  await app.put({ post_on: day('2026-11-28') })
  expect(await get<PrintRoomOverview>('overview')).toMatchObject({
    later: [{ day: '2026-12-01', letters: 1 }],
  })
})

test('60 letters are all in the batch, none missing, none twice, and its counts reconcile (design/print-room.md#print-room-acceptance)', async () => {
  const ids = new Set<string>()
  for (let n = 0; n < 60; n++) ids.add(await app.put({ name: `letter-${n}`, pages: 1 + (n % 4) }))
  expect(await close()).toEqual({
    batch: expect.objectContaining({ batch: 'B0001', letters: 60, sheets: 90, stage: 'closed' }),
    left: 0,
    until: app.clock.now().toISOString(),
  })
  const detail = await get<BatchDetail>('batches/B0001')
  expect(new Set(detail.letters.map(({ id }) => id))).toEqual(ids)
  expect(detail.letters.map(({ place }) => place)).toEqual(Array.from(ids, (_, index) => index + 1))
  const texts = await textsOf((await download()).rawPayload)
  expect(texts).toHaveLength(180)
  expect(new Set(texts.filter(Boolean).map((text) => text.split(' ')[0])).size).toBe(60)
})

test('the PDF and the list are the stored bytes, the same each time; each download is an action', async () => {
  await app.put({ name: 'one', pages: 3 })
  await close()
  const first = await post('batches/b1/pdf', { reason: 'print' })
  expect(first.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="B0001-Olga.pdf"',
    'cache-control': 'no-store',
  })
  expect(await textsOf(first.rawPayload)).toEqual(['one 1', 'one 2', 'one 3', ''])
  const again = await download()
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
  const sha256 = createHash('sha256').update(first.rawPayload).digest('hex')
  expect(await get<BatchSummary>('batches/B0001')).toMatchObject({ isMade: true, sha256 })
  const list = await download('csv')
  expect(list.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(list.body).toMatch(/^\u{feff}seq;letter_id;/u)
  const ofList = createHash('sha256').update(list.rawPayload).digest('hex')
  expect(await app.acts()).toEqual([
    { operator: 'Olga', action: 'close-batch', subject: 'B0001', note: '1 carta, 2 hojas' },
    { operator: 'Olga', action: 'download-pdf', subject: 'B0001', note: `print · ${sha256}` },
    { operator: 'Olga', action: 'download-pdf', subject: 'B0001', note: `print · ${sha256}` },
    { operator: 'Olga', action: 'download-list', subject: 'B0001', note: `print · ${ofList}` },
  ])
})

test('a merging that dies costs that answer alone: no letter is doubted', async () => {
  const broken = await openConsole({ openMerger: () => Promise.reject(new MergingFailed('died')) })
  const token = await broken.operator()
  const letter = await broken.put()
  await broken.call(token, 'POST', 'batches')
  const answer = await broken.download(token, 'batches/B0001/pdf')
  expect(told(answer)).toEqual([503, 'merging-failed'])
  expect(await broken.books(letter)).toMatchObject({ letter: 'batched', jobs: ['batched'] })
})

test('printed, enclosed, posted, each with its day; the senders hear of posting, once (design/print-room.md#print-room-acceptance)', async () => {
  const ids = [await app.put({ name: 'one' }), await app.put({ name: 'two', postal_code: '50001' })]
  await close()
  const early = await post('batches/B0001/printed')
  expect(told(early)).toEqual([409, 'not-made'])
  await download()
  for (const stage of ['printed', 'enclosed', 'posted'] as const) {
    app.clock.pass(60_000)
    expect((await post(`batches/B0001/${stage}`)).json<Marked>()).toEqual({ done: 2, before: 0, held: [] })
    expect((await post(`batches/B0001/${stage}`)).json<Marked>()).toEqual({ done: 0, before: 2, held: [] })
    expect(await get<BatchSummary>('batches/B0001')).toMatchObject({ stage, [stage]: 2 })
  }
  expect((await get<BatchDetail>('batches/B0001')).letters[0]).toMatchObject({
    printedAt: '2026-11-23T09:01:00.000Z',
    enclosedAt: '2026-11-23T09:02:00.000Z',
    postedAt: '2026-11-23T09:03:00.000Z',
  })
  for (const id of ids)
    expect(await app.books(id)).toEqual({ letter: 'posted', jobs: ['posted'], mails: ['posted'] })
  const marks = (await app.acts()).filter(({ action }) => action.startsWith('mark-'))
  expect(marks.map(({ action, note }) => `${action} ${note}`)).toEqual([
    'mark-printed 2',
    'mark-enclosed 2',
    'mark-posted 2',
  ])
})

test('a small room marks posted at once: that says printed and enclosed too, with the receipt of the post', async () => {
  await app.put()
  await desk.print()
  await post('batches/B0001/posted', { receipt: 'PQ 123' })
  expect(await get<BatchDetail>('batches/B0001')).toMatchObject({
    receipt: 'PQ 123',
    stage: 'posted',
    letters: [
      { state: 'posted', printedAt: '2026-11-23T09:00:00.000Z', enclosedAt: '2026-11-23T09:00:00.000Z' },
    ],
  })
})

test('batches are listed the newest first, thirty a page', async () => {
  for (let n = 0; n < 32; n++) {
    await app.put()
    await close()
  }
  const first = await get<BatchPage>('batches')
  expect([first.batches.length, first.batches[0]?.batch, first.next]).toEqual([30, 'B0032', 'B0003'])
  const second = await get<BatchPage>(`batches?before=${first.next}`)
  expect([second.batches.map(({ batch }) => batch), second.next]).toEqual([['B0002', 'B0001'], null])
})
