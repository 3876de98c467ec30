import type { CreatedLetter, Failure, LetterDetail } from '@lacre/letter/calls.ts'
import type { State } from '@lacre/letter/journey.ts'
import { expect, test } from 'vitest'
import { openLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { written } from '../testing/factories.ts'

const typesetter = ownTypesetter()

/** Monday, 10:00 in Madrid. */
const monday = '2026-11-23T09:00:00Z'

/** An app with one frozen letter for that day. */
async function withLetter(postOn: string | null = '2026-12-18') {
  const app = await openLetters(typesetter)
  app.clock.set(monday)
  const me = await app.account()
  const { id } = await app.freeze(me, { ...written(), postOn })
  const detail = async () => (await app.get(me, `/letters/${id}`)).json<LetterDetail>()
  const when = async () => {
    const { postOn, cancelUntil } = await detail()
    return [postOn, cancelUntil]
  }
  const pay = () => app.take(id, 'pay', 'card-provider')
  const change = (day: unknown) => app.post(me, `/letters/${id}/day`, { postOn: day })
  return { app, me, id, detail, when, pay, change }
}

test('a letter is sent for a day: it is told, and paid it can be cancelled until the cut-off of that day (design/letter.md#posting-day)', async () => {
  const { when, pay } = await withLetter()
  expect(await when()).toEqual(['2026-12-18', null])
  await pay()
  expect(await when()).toEqual(['2026-12-18', '2026-12-18T16:30:00.000Z'])
})

test('sent again for another day, unpaid, it is the same letter with the newer day', async () => {
  const { app, me, id } = await withLetter()
  const again = async (postOn?: string | null) =>
    app.freeze(me, { ...written(), ...(postOn !== undefined && { postOn }) })
  expect(await again('2026-12-20')).toMatchObject({
    id,
    postOn: '2026-12-20',
  } satisfies Partial<CreatedLetter>)
  expect(await again(null)).toMatchObject({ id, postOn: null })
  await again('2026-12-20')
  expect(await again()).toMatchObject({ id, postOn: null })
})

test.each([
  ['a day that has passed', '2026-11-22', 422, 'day-passed'],
  ['more days ahead than are taken', '2027-02-22', 422, 'day-too-far'],
  ['no day of the calendar', '2026-02-30', 400, 'invalid-request'],
])('%s is refused, sent or changed', async (_which, postOn, status, code) => {
  const { app, me, change, when } = await withLetter()
  for (const answer of [await app.send(me, { ...written(), postOn }), await change(postOn)]) {
    expect([answer.statusCode, answer.json<Failure>().code]).toEqual([status, code])
    expect(answer.json<Failure>().detail).not.toBe('')
  }
  expect(await when()).toEqual(['2026-12-18', null])
})

test('today in Madrid can be chosen while it is yesterday in UTC, and the last day ahead', async () => {
  const { app, change, when } = await withLetter()
  app.clock.set('2026-11-23T23:30:00Z')
  expect((await change('2026-11-23')).statusCode).toBe(422)
  expect((await change('2026-11-24')).statusCode).toBe(200)
  expect((await change('2027-02-22')).statusCode).toBe(200)
  expect(await when()).toEqual(['2027-02-22', null])
})

test.each([
  ['later', '2027-01-06', '2027-01-06', '2027-01-07T16:30:00.000Z'], // Epiphany
  ['sooner', '2026-11-25', '2026-11-25', '2026-11-25T16:30:00.000Z'],
  ['as soon as possible', null, '2026-11-24', '2026-11-24T16:30:00.000Z'],
  ['today, after its cut-off', '2026-11-23', '2026-11-24', '2026-11-24T16:30:00.000Z'],
])('paid, its day is changed: %s', async (_which, chosen, postOn, cancelUntil) => {
  const { app, pay, change, when } = await withLetter()
  await pay()
  app.clock.set('2026-11-23T17:00:00Z')
  const answer = await change(chosen)
  expect([answer.statusCode, answer.json<LetterDetail>().postOn]).toEqual([200, postOn])
  expect(await when()).toEqual([postOn, cancelUntil])
})

test.each<[State, RegExp]>([
  ['batched', /en la imprenta/],
  ['printed', /en la imprenta/],
  ['posted', /en el correo/],
  ['returned', /en el correo/],
  ['cancelled', /ya no se va a enviar/],
  ['expired', /ya no se va a enviar/],
  ['needs-person', /revisando/],
])('a letter that is %s keeps its day', async (state, says) => {
  const { app, change, detail } = await withLetter()
  await app.db.updateTable('letter').set({ state }).execute()
  const answer = await change('2026-12-22')
  expect([answer.statusCode, answer.json<Failure>().code]).toEqual([409, state])
  expect(answer.json<Failure>().detail).toMatch(says)
  expect((await detail()).postOn).toBe('2026-12-18')
})

test('another account’s letter is not found, and keeps its day', async () => {
  const { app, id, detail } = await withLetter()
  const other = await app.account()
  expect((await app.post(other, `/letters/${id}/day`, { postOn: null })).statusCode).toBe(404)
  expect((await detail()).postOn).toBe('2026-12-18')
})
