import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTypesetter } from '../typesetting/pool.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { lettersHouse } from '../testing/letter-house.ts'
import { printableLetter, LetterDamaged } from './stored.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 1 })
})
afterAll(() => typesetter.close())

test('the print room gets the stored bytes, or an error (design.md#freeze-before-pay)', async () => {
  const house = await lettersHouse(typesetter)
  const me = await house.account()
  const { id } = await house.freeze(me)
  const pdf = await printableLetter(house, id)
  expect(pdf).toEqual((await house.get(me, `/letters/${id}/pdf`)).rawPayload)

  await house.db
    .updateTable('letter')
    .set({ pdf_sha256: '0'.repeat(64) })
    .execute()
  await expect(printableLetter(house, id)).rejects.toThrow(LetterDamaged)
  await house.db.deleteFrom('letter_secret').execute()
  await expect(printableLetter(house, id)).rejects.toThrow(LetterDamaged)
})
