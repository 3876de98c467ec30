// @module-tag long
import { orderNumber } from '@lacre/letter/order-number.ts'
import { beforeEach, expect, test } from 'vitest'
import type { BatchDetail, FoundLetters, LetterCard, Scanned } from '@lacre/letter/print-room/calls.ts'
import { returnReasonNames, returnReasons } from '@lacre/letter/print-room/reasons.ts'
import type { Mark } from '../letters/print-jobs.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk, told } from '../testing/console-app.ts'

let app: ConsoleApp
let desk: Desk
beforeEach(async () => {
  app = await openConsole()
  desk = await openDesk(app)
})

const post = (path: string, body?: object) => desk.post(path, body)
const pdfOf = (id: string) => post(`letters/${id}/pdf`, { reason: 'print' })

/** A letter in a batch with its file made, and marked so far. */
async function batched(upTo?: Mark, given: { pages?: number } = {}) {
  const id = await app.put(given)
  await desk.print(...(upTo ? [upTo] : []))
  return id
}
const codeOf = (id: string, sheet: number, sheets: number) =>
  `${id.replaceAll('-', '').slice(0, 12)}.${sheet}.${sheets}`

test('a card tells how a letter stands, and neither a name, a street nor a word of it (design/privacy.md#figures-only)', async () => {
  const id = await batched('printed', { pages: 3 })
  const card = await desk.card(id)
  expect(card).toEqual({
    id,
    hash: card.hash,
    state: 'printed',
    pages: 3,
    sheets: 2,
    postalCode: '28013',
    province: 'Madrid',
    batch: 'B0001',
    place: 1,
    enclosedAt: null,
    attempts: [
      { attempt: 1, state: 'printed', reason: null, at: '2026-11-23T09:00:00.000Z', batch: 'B0001' },
    ],
    steps: [
      { at: '2026-11-23T09:00:00.000Z', from: null, to: 'paid', step: 'freeze', cause: 'sender' },
      { at: '2026-11-23T09:00:00.000Z', from: 'paid', to: 'batched', step: 'batch', cause: 'operator' },
      { at: '2026-11-23T09:00:00.000Z', from: 'batched', to: 'printed', step: 'print', cause: 'operator' },
    ],
    payment: null,
    againOf: null,
    again: null,
    postOn: null,
    issues: [],
    can: ['enclosed', 'posted', 'pdf', 'reprint'],
  })
})

test('a sheet’s code leads to its letter; one of another installation, or of a set that is none, does not', async () => {
  const id = await batched(undefined, { pages: 3 })
  expect((await post('scan', { code: ` ${codeOf(id, 2, 2)} ` })).json<Scanned>()).toMatchObject({
    letter: { id },
    sheet: 2,
    sheets: 2,
  })
  for (const code of [codeOf(id, 3, 2), codeOf(id, 1, 3), '000000000000.1.2', 'hola', codeOf(id, 0, 2)])
    expect([code, told(await post('scan', { code }))]).toEqual([code, [404, 'unknown-sheet-code']])
})

test('letters are found by the beginning of their id, by short hash and by sheet code', async () => {
  const id = await batched()
  await app.put({ name: 'another' })
  const { hash } = await desk.card(id)
  for (const find of [
    id,
    id.slice(0, 8),
    orderNumber(id),
    orderNumber(id).replaceAll('-', '%20'),
    id.slice(0, 13),
    id.replaceAll('-', '').slice(0, 12),
    hash,
    codeOf(id, 1, 1),
  ]) {
    const { letters } = await desk.get<FoundLetters>(`letters?find=${find}`)
    expect([find, letters.map((letter) => letter.id)]).toEqual([find, [id]])
  }
  for (const find of ['zzzz', '%25%25%25%25', "'%20or%201=1"])
    expect(await desk.get(`letters?find=${find}`)).toEqual({ letters: [] })
})

test('a letter is enclosed only when every sheet of it was scanned, and none of another', async () => {
  const id = await batched('printed', { pages: 3 })
  for (const sheets of [[], [1], [2], [1, 1], [1, 2, 3], [1, 3]])
    expect(told(await post(`letters/${id}/enclosed`, { sheets }))).toEqual([409, 'sheets-missing'])
  const card = (await post(`letters/${id}/enclosed`, { sheets: [2, 1] })).json<LetterCard>()
  expect([card.state, card.enclosedAt, card.can]).toEqual([
    'printed',
    '2026-11-23T09:00:00.000Z',
    ['posted', 'pdf', 'reprint'],
  ])
})

test('a PDF is given only while the letter is to be printed, is an action each time, and is checked at the door', async () => {
  const waiting = await app.put()
  expect(told(await pdfOf(waiting))).toEqual([409, 'not-now'])
  await app.db.updateTable('letter').set({ state: 'cancelled' }).where('id', '=', waiting).execute()
  const id = await batched('printed')
  expect((await pdfOf(id)).headers['content-type']).toBe('application/pdf')
  expect(
    (await app.acts()).filter(({ action, subject }) => action === 'download-pdf' && subject === id),
  ).toHaveLength(1)
  await app.db
    .updateTable('letter')
    .set({ pdf_sha256: 'f'.repeat(64) })
    .where('id', '=', id)
    .execute()
  expect(told(await pdfOf(id))).toEqual([409, 'damaged'])
  expect(await app.books(id)).toMatchObject({ letter: 'needs-person', jobs: ['void'] })
  const posted = await batched('posted')
  expect(told(await pdfOf(posted))).toEqual([409, 'not-now'])
})

test('what the post brings back has one of the ten usual reasons, and its sender is told which (design/print-room.md#print-room-acceptance)', async () => {
  expect(returnReasonNames).toHaveLength(10)
  const id = await batched('posted')
  expect((await post(`letters/${id}/returned`, { reason: 'mala suerte' })).statusCode).toBe(400)
  expect((await post(`letters/${id}/returned`, { reason: 'gone-away' })).json<LetterCard>().state).toBe(
    'returned',
  )
  expect((await post(`letters/${id}/returned`, { reason: 'refused' })).statusCode).toBe(200)
  const mails = (await app.mails('returned')).map(({ data }) => data)
  expect(mails).toEqual([{ letterId: id, reason: returnReasons['gone-away'] }])
  expect((await app.acts()).filter(({ action }) => action === 'returned')).toHaveLength(1)
  const early = await batched('printed')
  expect(told(await post(`letters/${early}/returned`, { reason: 'refused' }))).toEqual([409, 'not-now'])
})

test('one letter of a batch is marked by itself', async () => {
  const id = await app.put({ postal_code: '01001' })
  await batched()
  for (const mark of ['printed', 'posted']) expect((await post(`letters/${id}/${mark}`)).statusCode).toBe(200)
  expect((await post(`letters/${id}/posted`)).statusCode).toBe(200)
  const { letters, posted, stage } = await desk.get<BatchDetail>('batches/B0001')
  expect([letters.map(({ state }) => state), posted, stage]).toEqual([['posted', 'batched'], 1, 'closed'])
  expect((await app.acts()).filter(({ action }) => action === 'mark-posted')).toHaveLength(1)
})

test('a letter that came back and the one it was sent again with show each other (design/letter.md#came-back)', async () => {
  const first = await app.put({ state: 'returned', job: false })
  await app.put({ name: 'replaced', state: 'cancelled', job: false, again_of: first })
  const second = await app.put({ name: 'again', again_of: first })
  expect(await desk.card(first)).toMatchObject({ againOf: null, again: second })
  expect(await desk.card(second)).toMatchObject({ againOf: first, again: null })
})
