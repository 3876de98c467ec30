import type { State } from '@lacre/letter/journey.ts'
import { expect, test } from 'vitest'
import { letterCipher } from '../database/cipher.ts'
import { systemRandom } from '../outside/clock.ts'
import { aLetter, anAccount } from '../testing/factories.ts'
import { testClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { lockLetter } from './letters-table.ts'
import { eraseLetters, forgetLetters } from './forget.ts'
import { lockWaits } from '../testing/locks/lock-waits.ts'

const day = 24 * 60 * 60 * 1000
const cipher = letterCipher(Buffer.alloc(32, 7), systemRandom)

// design/privacy.md#letters-are-forgotten
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
  await aLetter(db, { state, created_at, open: { cipher } })

  expect(await forgetLetters({ db, clock })).toBe(outcome === 'forgotten' ? 1 : 0)
  const left = await db.selectFrom('letter_secret').select('letter_id').execute()
  const { fingerprint, postal_code } = await db.selectFrom('letter').selectAll().executeTakeFirstOrThrow()
  const isKept = outcome === 'kept'
  expect([left.length > 0, fingerprint.length > 0, postal_code !== null]).toEqual([isKept, isKept, isKept])
})

test('forgetting skips a letter that is being erased (design/trust.md#lock-order)', async () => {
  const { db } = await testDatabase()
  const clock = testClock()
  const created_at = new Date(clock.now().getTime() - 31 * day)
  const account_id = await anAccount(db)
  const id = await aLetter(db, { account_id, state: 'posted', created_at, open: { cipher } })
  let erasing: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await lockLetter(tx, id)
    erasing = db.transaction().execute((own) => eraseLetters(own, [account_id]))
    await expect.poll(() => lockWaits(db)).toBe(1)
    expect(await forgetLetters({ db, clock })).toBe(0)
  })
  expect(await erasing).toBe('erased')
})
