import { expect, test } from 'vitest'
import type { Failure, LetterDetail, Preview } from '@lacre/letter/calls.ts'
import { openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { written } from '../testing/factories.ts'

const typesetter = ownTypesetter()

const like = (looks: object) => ({ ...written(), ...looks })

test('a letter is frozen in the looks that were chosen, and its preview has them too (design/paper.md#looks-of-a-letter)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const looks = { style: 'a-mano', size: 'grande' }
  const { id } = await house.freeze(me, like(looks))
  const fontsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\+(Caveat|Lora)-Regular/g)?.[0]
  expect(fontsOf((await house.get(me, `/letters/${id}/pdf`)).rawPayload)).toBe('+Caveat-Regular')
  expect((await house.get(me, `/letters/${id}`)).json<LetterDetail>()).toMatchObject(looks)

  const shown = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: like(looks) })
  expect(fontsOf(Buffer.from(shown.json<Preview>().paper?.pdf ?? '', 'base64'))).toBe('+Caveat-Regular')
})

test('in other looks it is another letter; without any it is Clásica at its normal size (design/sending.md#same-letter-same-intent)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const unsaid = await house.freeze(me)
  expect((await house.freeze(me, like({ style: 'clasica', size: 'normal' }))).id).toBe(unsaid.id)
  const book = await house.freeze(me, like({ style: 'libro' }))
  expect((await house.freeze(me, like({ style: 'libro', size: 'normal' }))).id).toBe(book.id)
  const large = await house.freeze(me, like({ style: 'libro', size: 'grande' }))
  const hashes = [unsaid, book, large].map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(3)
})

test.each([{ style: 'gótica' }, { size: 'enorme' }, { style: null }])(
  'looks that do not exist are refused in a sentence: %j',
  async (looks) => {
    const { house, me } = await openOwnLetters(typesetter)
    const sent = await house.send(me, like(looks))
    expect(sent.statusCode).toBe(400)
    expect(sent.json<Failure>().detail).toMatch(/uno de estos: (clasica, libro|normal, grande)/)
    const shown = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: like(looks) })
    expect(shown.statusCode).toBe(400)
    expect(await house.db.selectFrom('letter').select('id').execute()).toEqual([])
  },
)
