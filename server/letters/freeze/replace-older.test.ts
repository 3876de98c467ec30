import { expect, test } from 'vitest'
import { lettersHouse, written } from '../../testing/letter-house.ts'
import { plantAccount } from '../../testing/plant.ts'
import { quickTypesetter } from '../../typesetting/testing/quick-typesetter.ts'

// design.md#claims, design.md#same-letter-same-intent
test.each([
  ['takes the place of what a claim that lost to it left unpaid', true, 'cancelled'],
  ['which is not proven leaves what another claim left unpaid', false, 'frozen'],
])('a letter of an account %s', async (_, isProven, expected) => {
  const house = await lettersHouse(quickTypesetter(Buffer.from('pdf')))
  const email = 'ines@ejemplo.test'
  const before = await house.freeze(await plantAccount(house.db, { email }))
  house.clock.pass(1000)
  const email_verified_at = isProven ? house.clock.now() : null
  await house.freeze(await plantAccount(house.db, { email, email_verified_at }), written('<p>Otra</p>'))
  expect(house.cancelledIntents).toEqual(isProven ? [before.id] : [])
  const letter = house.db.selectFrom('letter').select('state').where('id', '=', before.id)
  expect(await letter.executeTakeFirst()).toEqual({ state: expected })
})
