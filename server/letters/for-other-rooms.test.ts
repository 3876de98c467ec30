import { createHash } from 'node:crypto'
import { sampleRecipient } from '@lacre/letter/address/samples.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTypesetter } from '../typesetting/pool/pool.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { letterFigures } from './mine/letter-figures.ts'
import { letterForPayment } from './letter-for-payment.ts'
import { printableLetter } from './stored/printable-letter.ts'
import { LetterDamaged } from './stored/stored-pdf.ts'
import { takeStep } from './steps/take-step.ts'
import { ana, lettersHouse, written } from '../testing/letter-house.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 1 })
})
afterAll(() => typesetter.close())

test('payments learn what a letter costs and which bytes are paid, for its sender only', async () => {
  const house = await lettersHouse(typesetter)
  const [me, other] = [await house.account(), await house.account()]
  const { id, hash } = await house.freeze(me, written('<p>Hola</p>', ana, sampleRecipient))
  expect(await letterForPayment(house, id, me)).toEqual({
    id,
    state: 'frozen',
    totalCents: 329,
    currency: 'eur',
    pdfSha256: expect.stringMatching(new RegExp(`^${hash}[0-9a-f]{52}$`)),
    sampleRecipient: true,
  })
  expect(await letterForPayment(house, id, other)).toBeUndefined()
  expect(await letterForPayment(house, 'x', me)).toBeUndefined()
  expect(await letterForPayment(house, id.toUpperCase(), me)).toMatchObject({ id })
})

test('the print room gets the stored bytes with their hash, or an error (design.md#freeze-before-pay)', async () => {
  const house = await lettersHouse(typesetter)
  const me = await house.account()
  const { id } = await house.freeze(me)
  const { pdf, sha256, ...rest } = await printableLetter(house, id)
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(sha256)
  expect(pdf).toEqual((await house.get(me, `/letters/${id}/pdf`)).rawPayload)
  expect(rest).toEqual({ pages: 1, sheets: 1, postalCode: '28013' })

  await house.db
    .updateTable('letter')
    .set({ pdf_sha256: '0'.repeat(64) })
    .execute()
  await expect(printableLetter(house, id)).rejects.toThrow(LetterDamaged)
  await house.db.deleteFrom('letter_secret').execute()
  await expect(printableLetter(house, id)).rejects.toThrow(LetterDamaged)
})

test('the profile counts letters that were paid (design.md#profile-data)', async () => {
  const house = await lettersHouse(typesetter)
  const me = await house.account()
  expect(await letterFigures(house.db, me)).toEqual({ lettersWritten: 0, lastLetterAt: null })
  const { id } = await house.freeze(me)
  const now = house.clock.now()
  const step = { letterId: id, step: 'pay', cause: 'card-provider', now } as const
  await house.db.transaction().execute((tx) => takeStep(tx, step))
  await house.freeze(me, written('<p>Sin pagar</p>'))
  expect(await letterFigures(house.db, me)).toEqual({ lettersWritten: 1, lastLetterAt: now })
})
