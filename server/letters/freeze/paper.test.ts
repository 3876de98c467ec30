import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preview } from '@lacre/letter/calls.ts'
import { lettersHouse, luis, ana, written } from '../../testing/letter-house.ts'
import { createTypesetter } from '../../typesetting/pool/pool.ts'
import { readPages, textOf } from '../../typesetting/testing/read-pdf.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 1 })
})
afterAll(() => typesetter.close())

test("a letter is frozen on the printer's paper, and its preview is that paper too (design.md#freeze-before-pay, design.md#preview-is-the-print)", async () => {
  const house = await lettersHouse(typesetter, { paper: 'PINGEN-1' })
  const me = await house.account()
  const { id } = await house.freeze(me)
  const printed = (await house.get(me, `/letters/${id}/pdf`)).rawPayload
  const text = textOf((await readPages(printed))[0])
  expect(text).toContain('28013 MADRID SPAIN')
  expect(text).not.toContain('Rte.')
  const row = await house.db.selectFrom('letter').select('paper').where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ paper: 'PINGEN-1' })

  const shown = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: written() })
  const pages = await readPages(Buffer.from(shown.json<Preview>().paper?.pdf ?? '', 'base64'))
  expect(textOf(pages[0])).toBe(text)
})

test('the same letter for another printer is another letter: its bytes are others (design.md#same-letter-same-intent)', async () => {
  const theirs = await lettersHouse(typesetter, { paper: 'PINGEN-1' })
  const me = await theirs.account()
  const first = await theirs.freeze(me)
  expect((await theirs.freeze(me)).id).toBe(first.id)
  const own = await lettersHouse(typesetter, { db: theirs.db, cipher: theirs.cipher, paper: 'ES-IZQ-1' })
  const second = await own.freeze(me)
  expect(second.id).not.toBe(first.id)
  expect(second.hash).not.toBe(first.hash)
})

test('a recipient still being written shows no lonely country', async () => {
  const house = await lettersHouse(typesetter, { paper: 'PINGEN-1' })
  const nobody = { ...luis, name: '', street: '', city: '', postalCode: '', country: '' }
  const payload = written('<p>Hola</p>', ana, nobody)
  const shown = await house.app.inject({ method: 'POST', url: '/letters/preview', payload })
  const [page] = await readPages(Buffer.from(shown.json<Preview>().paper?.pdf ?? '', 'base64'))
  expect(textOf(page)).not.toContain('SPAIN')
})
