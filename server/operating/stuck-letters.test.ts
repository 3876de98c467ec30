import { beforeEach, expect, test } from 'vitest'
import { type CutOff, day } from '@lacre/letter/days.ts'
import { raiseIssue } from '../database/issues.ts'
import { aLetter } from '../testing/factories.ts'
import { testClock, type TestClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import type { Db } from '../database/tables.ts'
import { mayRest, restsTooLong, stuckLetters } from './stuck-letters.ts'
import { after, type State, states } from '@lacre/letter/journey.ts'

const cutOff = { hour: 17, minute: 30 }
let db: Db
let clock: TestClock
beforeEach(async () => {
  db = (await testDatabase()).db
  clock = testClock('2026-11-26T20:00:00Z')
})
const stuck = async () => (await stuckLetters({ db, clock, cutOff })).map(({ id }) => id)

test('stuck are letters past the limit of their state, the oldest first', async () => {
  const since = (instant: string) => new Date(instant)
  const printed = await aLetter(db, { state: 'printed', created_at: since('2026-11-20T10:00:00Z') })
  const paid = await aLetter(db, { created_at: since('2026-11-26T16:00:00Z') })
  await aLetter(db, { created_at: since('2026-11-26T17:00:00Z') })
  await aLetter(db, { state: 'frozen', created_at: since('2026-11-20T10:00:00Z') })
  await aLetter(db, { state: 'posted', created_at: since('2025-01-01T10:00:00Z') })
  expect(await stuck()).toEqual([printed, paid])
})

test('one that is paid for a day is stuck only when that day’s batch left it behind (design/letter.md#posting-day)', async () => {
  const created_at = new Date('2026-09-01T10:00:00Z')
  await aLetter(db, { created_at, post_on: day('2026-11-27') })
  const today = await aLetter(db, { created_at, post_on: day('2026-11-26') })
  clock.set('2026-11-26T15:00:00Z') // its cut-off is still to come
  expect(await stuck()).toEqual([])
  clock.set('2026-11-26T20:00:00Z')
  expect(await stuck()).toEqual([today])
})

test('a letter with an open issue is not stuck; it is when the issue is settled and it still rests', async () => {
  const letterId = await aLetter(db, { state: 'needs-person' })
  expect(await stuck()).toEqual([letterId])
  await raiseIssue(db, { kind: 'dispute', letterId, reference: 'r', note: '' })
  expect(await stuck()).toEqual([])
  await db.updateTable('issue').set({ settled_at: clock.now() }).execute()
  expect(await stuck()).toEqual([letterId])
})

const tooLong = (
  state: State,
  since: string,
  now: string,
  by: CutOff | 'by hand' = cutOff,
  postOn: string | null = null,
) =>
  restsTooLong(
    { state, since: new Date(since), postOn: postOn === null ? null : day(postOn) },
    { now: new Date(now), cutOff: by === 'by hand' ? undefined : by },
  )

test.each([
  [
    '2026-11-20T16:00:00Z',
    '2026-11-20T18:29:00Z',
    false,
    'Friday: paid before the cut-off, two hours not over',
  ],
  ['2026-11-20T16:00:00Z', '2026-11-20T18:30:00Z', true, 'Friday: and now they are'],
  ['2026-11-20T16:30:00Z', '2026-11-23T18:29:00Z', false, 'paid at Friday’s cut-off it belongs to Monday’s'],
  ['2026-11-20T16:30:00Z', '2026-11-23T18:30:00Z', true, 'Monday evening it should have left'],
])('paid at %s, seen at %s: too long is %s (%s)', (since, now, expected) => {
  expect(tooLong('paid', since, now)).toBe(expected)
})

test('without a cut-off batches are closed by hand, and a paid letter may wait some days', () => {
  expect(tooLong('paid', '2026-11-20T16:00:00Z', '2026-11-26T15:59:00Z', 'by hand')).toBe(false)
  expect(tooLong('paid', '2026-11-20T16:00:00Z', '2026-11-26T16:01:00Z', 'by hand')).toBe(true)
})

test.each<[now: string, by: CutOff | 'by hand', expected: boolean, why: string]>([
  ['2026-12-18T18:29:00Z', cutOff, false, 'its cut-off is not two hours ago'],
  ['2026-12-18T18:30:00Z', cutOff, true, 'now it is'],
  ['2026-12-23T23:59:00Z', 'by hand', false, 'some days are left to close a batch by hand'],
  ['2026-12-24T00:01:00Z', 'by hand', true, 'now they are over'],
])('paid in November for 18 December, seen at %s, closed %j: too long is %s (%s)', (now, by, expected) => {
  expect(tooLong('paid', '2026-11-20T16:00:00Z', now, by, '2026-12-18')).toBe(expected)
})

test('every state that the app leaves by itself or by a person’s work has a limit; the ends have none', () => {
  const limited = states.filter((state) => mayRest[state] !== undefined)
  expect(limited).toEqual(['frozen', 'paid', 'batched', 'printed', 'needs-person'])
  for (const end of ['posted', 'returned', 'cancelled', 'expired'] as const) {
    expect(after(end, 'post')).toBeUndefined()
    expect(tooLong(end, '2020-01-01T00:00:00Z', '2026-11-20T16:00:00Z')).toBe(false)
  }
})
