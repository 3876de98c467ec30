// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { LetterCard, Marked, PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import type { Mark } from '../letters/print-jobs.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk, told } from '../testing/console-app.ts'

let app: ConsoleApp
let olga: Desk
let sara: Desk
beforeEach(async () => {
  app = await openConsole()
  olga = await openDesk(app)
  sara = await openDesk(app, 'Sara', true)
})

const post = (path: string, body?: object) => olga.post(path, body)
const pdfOf = (id: string) => olga.post(`letters/${id}/pdf`, { reason: 'print' })

/** A letter in a batch with its file made, and marked so far. */
async function batched(upTo: Mark, given: { postal_code?: string } = {}) {
  const id = await app.put(given)
  await olga.print(upTo)
  return id
}

test.each(['damaged', 'misfeed', 'lost', 'other'] as const)(
  'printed again because %s: the same bytes, a new attempt at the same place, the old one void',
  async (reason) => {
    const id = await batched('printed')
    const before = await post('batches/B0001/pdf', { reason: 'print' })
    const first = await pdfOf(id)
    const card = (await post(`letters/${id}/reprint`, { reason, note: 'atasco' })).json<LetterCard>()
    expect(card).toMatchObject({ state: 'batched', batch: 'B0001', place: 1, enclosedAt: null })
    expect(card.attempts.map(({ attempt, state, reason }) => [attempt, state, reason])).toEqual([
      [1, 'void', null],
      [2, 'batched', reason],
    ])
    expect((await pdfOf(id)).rawPayload.equals(first.rawPayload)).toBe(true)
    const after = await post('batches/B0001/pdf', { reason: 'print' })
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
    expect((await app.acts()).find(({ action }) => action === 'reprint')).toEqual({
      operator: 'Olga',
      action: 'reprint',
      subject: id,
      note: `intento 2: ${reason} · atasco`,
    })
    expect(await app.books(id)).toMatchObject({ letter: 'batched', mails: [] })
    expect((await post(`letters/${id}/posted`)).statusCode).toBe(200)
    expect(await app.books(id)).toEqual({ letter: 'posted', jobs: ['void', 'posted'], mails: ['posted'] })
  },
)

test('a window that shows an older attempt prints nothing again: it is told to look again', async () => {
  const id = await batched('printed')
  const again = () => post(`letters/${id}/reprint`, { reason: 'damaged', attempt: 1 })
  const answers = await Promise.all([again(), again()])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
  expect((await olga.card(id)).attempts.map(({ state }) => state)).toEqual(['void', 'batched'])
})

test('after posting it is printed again only on a supervisor’s word, and the sender hears nothing twice', async () => {
  const id = await batched('posted')
  const again = (body: object, desk = olga) => desk.post(`letters/${id}/reprint`, { reason: 'lost', ...body })
  expect(told(await again({}))).toEqual([409, 'already-posted'])
  expect(told(await again({ supervisorReason: 'El saco de Correos se quemó' }))).toEqual([
    403,
    'not-supervisor',
  ])
  expect((await again({ supervisorReason: 'corto' }, sara)).statusCode).toBe(400)
  expect(told(await again({}, sara))).toEqual([409, 'already-posted'])
  expect(await app.books(id)).toMatchObject({ letter: 'posted', jobs: ['posted'] })
  expect([(await olga.card(id)).can, (await sara.card(id)).can]).toEqual([
    ['returned'],
    ['reprint-posted', 'returned'],
  ])

  expect(told(await again({ supervisorReason: 'El saco de Correos se quemó' }, sara))).toEqual([
    200,
    undefined,
  ])
  await post(`letters/${id}/posted`)
  expect(await app.books(id)).toEqual({ letter: 'posted', jobs: ['void', 'posted'], mails: ['posted'] })
})

test.each(['printed', 'enclosed', 'posted'] as const)(
  'a batch that is %s leaves what is printed again as it is, and says so: its new copy is marked by itself',
  async (mark) => {
    const fine = await app.put({ postal_code: '01001' })
    const id = await batched('printed', { postal_code: '02001' })
    await post(`letters/${id}/reprint`, { reason: 'misfeed' })
    const stage = async () =>
      (await olga.get<PrintRoomOverview>('overview')).newest.map(({ reprinted, stage }) => [reprinted, stage])
    expect(await stage()).toEqual([[1, 'printed']])
    const marked = (await post(`batches/B0001/${mark}`)).json<Marked>()
    expect(marked.held).toEqual([{ place: 2, id, waitsFor: 'reprint' }])
    expect((await app.books(fine)).letter).toBe(mark === 'posted' ? 'posted' : 'printed')
    expect(await app.books(id)).toEqual({ letter: 'batched', jobs: ['void', 'batched'], mails: [] })
    expect(await stage()).toEqual([[1, mark]])
    await post(`letters/${id}/${mark}`, mark === 'enclosed' ? { sheets: [1] } : {})
    expect((await post(`batches/B0001/posted`)).json<Marked>().held).toEqual([])
    expect((await app.books(id)).letter).toBe('posted')
  },
)

test('what waits, is unpaid, stopped or not made is not printed again', async () => {
  const waiting = await app.put()
  const stopped = await app.put({ state: 'needs-person' })
  const body = { reason: 'lost' }
  for (const id of [waiting, stopped])
    expect(told(await post(`letters/${id}/reprint`, body))).toEqual([409, 'not-now'])
  await post('batches')
  expect(told(await post(`letters/${waiting}/reprint`, body))).toEqual([409, 'not-made'])
})
