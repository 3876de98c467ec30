import { expect, test } from 'vitest'
import { openOwnLetters } from '../testing/test-app.ts'
import { written } from '../testing/factories.ts'
import { takeStep } from '../letters/steps.ts'
import { letterFigures } from '../accounts/accounts-table.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

test('the profile counts letters that were paid (design/accounts.md#profile-data)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  expect(await letterFigures(house.db, me)).toEqual({ lettersWritten: 0, lastLetterAt: null })
  const { id } = await house.freeze(me)
  const now = house.clock.now()
  const step = { letterId: id, step: 'pay', cause: 'card-provider', now } as const
  await house.db.transaction().execute((tx) => takeStep(tx, step))
  await house.freeze(me, written('<p>Sin pagar</p>'))
  expect(await letterFigures(house.db, me)).toEqual({ lettersWritten: 1, lastLetterAt: now })
})
