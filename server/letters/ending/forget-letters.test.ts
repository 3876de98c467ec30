import type { State } from '@lacre/letter/journey.ts'
import { expect, test } from 'vitest'
import { letterCipher } from '../../database/keys/letter-cipher.ts'
import { systemRandom } from '../../outside/random.ts'
import { plantLetter } from '../../testing/plant.ts'
import { testClock } from '../../testing/test-clock.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { forgetLetters } from './forget-letters.ts'

const day = 24 * 60 * 60 * 1000
const cipher = letterCipher(Buffer.alloc(32, 7), systemRandom)

// design.md#letters-are-forgotten
test.each<[State, number, 'kept' | 'forgotten']>([
  ['posted', 29, 'kept'],
  ['posted', 31, 'forgotten'],
  ['returned', 31, 'forgotten'],
  ['cancelled', 6, 'kept'],
  ['cancelled', 8, 'forgotten'],
  ['expired', 8, 'forgotten'],
  ['paid', 365, 'kept'],
  ['batched', 365, 'kept'],
  ['needs-person', 365, 'kept'],
])('a letter that is %s for %i days is %s', async (state, days, outcome) => {
  const { db } = await testDatabase()
  const clock = testClock()
  const created_at = new Date(clock.now().getTime() - days * day)
  await plantLetter(db, { state, created_at, open: { cipher } })

  expect(await forgetLetters({ db, clock })).toBe(outcome === 'forgotten' ? 1 : 0)
  const left = await db.selectFrom('letter_secret').select('letter_id').execute()
  expect(left).toHaveLength(outcome === 'kept' ? 1 : 0)
  const { fingerprint, postal_code } = await db.selectFrom('letter').selectAll().executeTakeFirstOrThrow()
  const isKept = outcome === 'kept'
  expect({ marked: fingerprint.length > 0, placed: postal_code !== null }).toEqual({
    marked: isKept,
    placed: isKept,
  })
})
