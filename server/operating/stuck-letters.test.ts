import { beforeEach, expect, test } from 'vitest'
import { day } from '@lacre/letter/days.ts'
import { raiseConcern } from '../database/concerns.ts'
import { aLetter } from '../testing/factories.ts'
import { testClock, type TestClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import type { Db } from '../database/tables.ts'
import { stuckLetters } from './stuck-letters.ts'

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

test('one that somebody was told of is theirs; when the matter is settled and it still rests, it is stuck', async () => {
  const letterId = await aLetter(db, { state: 'needs-person' })
  expect(await stuck()).toEqual([letterId])
  await raiseConcern(db, { kind: 'dispute', letterId, reference: 'r', note: '' })
  expect(await stuck()).toEqual([])
  await db.updateTable('concern').set({ settled_at: clock.now() }).execute()
  expect(await stuck()).toEqual([letterId])
})
