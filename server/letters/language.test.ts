import type { CreateLetterBody, Failure, LetterDetail, Preview } from '@lacre/letter/calls.ts'
import { languages } from '@lacre/letter/looks/languages.ts'
import { expect, test } from 'vitest'
import { openOwnLetters } from '../testing/test-app.ts'
import { readPages, textOf } from '../typesetting/testing/read-pdf.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { written } from '../testing/factories.ts'

const typesetter = ownTypesetter()

const inLanguage = (language: string): CreateLetterBody & { language: string } =>
  ({ ...written(), language }) as CreateLetterBody & { language: string }
const textIn = async (pdf: Buffer) => (await readPages(pdf)).map(textOf).join(' ')

test('a letter is printed, previewed and remembered in its language (design/paper.md#language-of-a-letter)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const { id } = await house.freeze(me, inLanguage('ca'))
  expect(await textIn((await house.get(me, `/letters/${id}/pdf`)).rawPayload)).toMatch(
    / 21 de novembre de 2026 /,
  )
  expect((await house.get(me, `/letters/${id}`)).json<LetterDetail>().language).toBe('ca')
  const shown = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: inLanguage('eu') })
  const pdf = Buffer.from(shown.json<Preview>().paper?.pdf ?? '', 'base64')
  expect(await textIn(pdf)).toMatch(/ 2026ko azaroaren 21a /)
})

test('in another language it is another letter; without one it is Spanish (design/sending.md#same-letter-same-intent)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const unsaid = await house.freeze(me)
  expect((await house.get(me, `/letters/${unsaid.id}`)).json<LetterDetail>().language).toBe('es')
  expect((await house.freeze(me, inLanguage('es'))).id).toBe(unsaid.id)
  const hashes: string[] = []
  for (const language of languages) {
    const { id, hash } = await house.freeze(me, inLanguage(language))
    expect((await house.freeze(me, inLanguage(language))).id).toBe(id)
    hashes.push(hash)
  }
  expect(new Set([unsaid.hash, ...hashes]).size).toBe(languages.length)
})

test.each(['it', 'ES', 'ca-ES', '', null, 5, ['ca']])('%j is no language of a letter', async (language) => {
  const { house, me } = await openOwnLetters(typesetter)
  const body = { ...written(), language } as unknown as CreateLetterBody
  const sent = await house.send(me, body)
  expect(sent.statusCode).toBe(400)
  expect(sent.json<Failure>().detail).toMatch(/uno de estos: es, ca, gl, eu, en, fr, de, pt/)
  const shown = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: body })
  expect(shown.statusCode).toBe(400)
  expect(await house.db.selectFrom('letter').select('id').execute()).toEqual([])
})
