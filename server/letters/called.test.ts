// @module-tag long
import type { LetterDetail, Preview } from '@lacre/letter/calls.ts'
import { minutes } from '@lacre/letter/days.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openOwnLetters } from '../testing/test-app.ts'
import { luis, written } from '../testing/factories.ts'
import { createTypesetter } from '../typesetting/pool.ts'
import { readPages, textOf } from '../typesetting/testing/read-pdf.ts'

const text = '<p>Querido {nom<b>bre</b>}:</p><p>Un <b>abrazo, {Nombre}</b>.</p>'

test.each([
  [luis, 'Luis'],
  [{ ...luis, name: 'Sr. D. José Luis Pérez' }, 'José'],
  [{ ...luis, name: 'José Luis Pérez', called: 'Pepe' }, 'Pepe'],
])(
  'to %j the letter says {nombre} as %s, in the preview as on the paper that is paid (design/sending.md#several-recipients)',
  async (to, name) => {
    const typesetter = createTypesetter({ size: 1 })
    onTestFinished(() => typesetter.close())
    const { house, me } = await openOwnLetters(typesetter)
    const body = written(text, undefined, to)
    const seen = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: body })
    const { id } = await house.freeze(me, body)
    const { content, destination } = (await house.get(me, `/letters/${id}`)).json<LetterDetail>()
    expect(content).toBe(`<p>Querido ${name}:</p><p>Un <strong>abrazo, ${name}</strong>.</p>`)
    expect(destination).not.toHaveProperty('called')
    const pdfs = [
      Buffer.from(seen.json<Preview>().paper?.pdf ?? '', 'base64'),
      (await house.get(me, `/letters/${id}/pdf`)).rawPayload,
    ]
    for (const pdf of pdfs) {
      const paper = (await readPages(pdf)).map(textOf).join('\n')
      expect(paper).toContain(`Querido ${name}:`)
      expect(paper).not.toContain('ombre}')
    }
  },
)

test.each([
  [luis, 'Querido Luis'],
  [{ ...luis, name: 'Tía Rosario' }, 'Querida tía Rosario'],
  [{ ...luis, name: 'Cruz Gil' }, 'Hola, Cruz'],
  [{ ...luis, name: 'Rosario Gil', greeting: 'Queridísima tía:' }, 'Queridísima tía'],
])(
  '%j is greeted %s, in the preview as on the paper that is paid (design/sending.md#several-recipients)',
  async (to, greeting) => {
    const typesetter = createTypesetter({ size: 1 })
    onTestFinished(() => typesetter.close())
    const { house, me } = await openOwnLetters(typesetter)
    const body = written('<p>{saludo}:</p><p>Felices fiestas.</p>', undefined, to)
    const seen = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: body })
    const { id } = await house.freeze(me, body)
    const { destination } = (await house.get(me, `/letters/${id}`)).json<LetterDetail>()
    expect(destination).not.toHaveProperty('greeting')
    const pdfs = [
      Buffer.from(seen.json<Preview>().paper?.pdf ?? '', 'base64'),
      (await house.get(me, `/letters/${id}/pdf`)).rawPayload,
    ]
    for (const pdf of pdfs) expect((await readPages(pdf)).map(textOf).join(' ')).toContain(`${greeting}:`)
  },
)

test('two names are two letters, and to go on pays neither twice (design/sending.md#same-letter-same-intent)', async () => {
  const typesetter = createTypesetter({ size: 1 })
  onTestFinished(() => typesetter.close())
  const { house, me } = await openOwnLetters(typesetter)
  const bodies = ['Luis Gómez', 'Eva Gil'].map((name) => written(text, undefined, { ...luis, name }))
  const first = [await house.freeze(me, bodies[0]), await house.freeze(me, bodies[1])]
  const again = [await house.freeze(me, bodies[0]), await house.freeze(me, bodies[1])]
  expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  expect(new Set(first.map(({ hash }) => hash)).size).toBe(2)
})

test('an edited letter to thirty people in one town takes the place of the older one of each (design/sending.md#several-recipients)', async () => {
  const typesetter = createTypesetter({ size: 1 })
  onTestFinished(() => typesetter.close())
  const { house, me } = await openOwnLetters(typesetter)
  const people = Array.from({ length: 30 }, (_, n) => ({ ...luis, name: `Luis Gómez ${n}` }))
  const freezeAll = async (content: string) => {
    const ids: string[] = []
    for (const to of people) ids.push((await house.freeze(me, written(content, undefined, to))).id)
    return ids
  }
  await freezeAll('<p>Una.</p>')
  house.clock.pass(minutes(1))
  const edited = await freezeAll('<p>Otra.</p>')
  const waiting = await house.db.selectFrom('letter').select('id').where('state', '=', 'frozen').execute()
  expect(waiting.map(({ id }) => id).toSorted()).toEqual(edited.toSorted())
})
