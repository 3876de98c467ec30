import type { Failure, LetterDetail, Preview } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { openOwnLetters } from '../testing/test-app.ts'
import { readPages, textOf } from '../typesetting/testing/read-pdf.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { written } from '../testing/factories.ts'

const typesetter = ownTypesetter()

const like = (more: object) => ({ ...written(), ...more })
const textIn = async (pdf: Buffer) => (await readPages(pdf)).map(textOf).join(' ')

const lines: [more: object, line: string | RegExp][] = [
  [{}, 'Málaga, 21 de noviembre de 2026'],
  [{ dateLine: {} }, 'Málaga, 21 de noviembre de 2026'],
  [{ dateLine: { day: 'writing', town: ' Ronda ' } }, ' Ronda, 21 de noviembre de 2026'],
  [{ dateLine: { town: '' } }, /(?<!, )21 de noviembre de 2026/],
  [{ dateLine: { day: '2026-12-24' } }, 'Málaga, 24 de diciembre de 2026'],
  [{ dateLine: { day: '1998-05-03', town: 'Girona' }, language: 'ca' }, 'Girona, 3 de maig de 1998'],
  [{ postOn: '2026-12-24' }, 'Málaga, 21 de noviembre de 2026'],
  [{ dateLine: { day: 'leaving' }, postOn: '2026-12-24' }, 'Málaga, 24 de diciembre de 2026'],
  [{ dateLine: { day: 'leaving' }, postOn: '2026-12-25' }, 'Málaga, 28 de diciembre de 2026'],
  [{ dateLine: { day: 'leaving' } }, 'Málaga, 23 de noviembre de 2026'],
]
test('each date line is previewed and printed as it was asked for; unasked, as ever (design/paper.md#date-line)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  for (const [more, line] of lines) {
    const shown = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: like(more) })
    const pdf = Buffer.from(shown.json<Preview>().paper?.pdf ?? '', 'base64')
    expect(await textIn(pdf), JSON.stringify(more)).toMatch(line)
    const { id } = await house.freeze(me, like(more))
    expect(await textIn((await house.get(me, `/letters/${id}/pdf`)).rawPayload)).toMatch(line)
  }
})

test('without a date there is none, and the letter is remembered so', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const { id } = await house.freeze(me, like({ dateLine: { day: 'none' } }))
  expect(await textIn((await house.get(me, `/letters/${id}/pdf`)).rawPayload)).not.toContain('2026')
  expect((await house.get(me, `/letters/${id}`)).json<LetterDetail>().dateLine).toEqual({ day: 'none' })
})

test('under another date it is another letter; under the usual one the same (design/sending.md#same-letter-same-intent)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const usual = await house.freeze(me)
  const same = [{ day: 'writing' }, { day: '2026-11-21' }, {}]
  for (const dateLine of same) expect((await house.freeze(me, like({ dateLine }))).id).toBe(usual.id)
  const on = (postOn: string) => house.freeze(me, like({ dateLine: { day: 'leaving' }, postOn }))
  const hashes = [usual, await on('2026-12-23'), await on('2026-12-24')].map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(3)
})

test('its town rests sealed, as its words do (design/privacy.md#letters-are-secret)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  await house.freeze(me, like({ dateLine: { town: 'Zugarramurdi' } }))
  const rows = await house.db.selectFrom('letter_secret').selectAll().execute()
  const letters = await house.db.selectFrom('letter').selectAll().execute()
  expect(JSON.stringify(letters)).not.toContain('Zugarramurdi')
  expect(rows[0]?.date_line?.toString('latin1')).not.toContain('Zugarramurdi')
})

test('what is no date line is refused in a sentence', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  for (const [dateLine, detail] of [
    [{ day: 'mañana' }, /La fecha de la carta es AAAA-MM-DD/],
    [{ day: '2026-02-30' }, /La fecha de la carta es AAAA-MM-DD/],
    [{ town: 'A'.repeat(61) }, /60 caracteres como mucho/],
  ] as const) {
    const sent = await house.send(me, like({ dateLine }))
    expect(sent.statusCode).toBe(400)
    expect(sent.json<Failure>().detail).toMatch(detail)
  }
})
