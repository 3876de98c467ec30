// @module-tag long
import type { LetterDetail, Preview } from '@lacre/letter/calls.ts'
import { minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { openOwnLetters } from '../testing/test-app.ts'
import { luis, written } from '../testing/factories.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { readPages, textOf } from '../typesetting/testing/read-pdf.ts'

const typesetter = ownTypesetter()
const text = '<p>Querido {nom<b>bre</b>}:</p><p>Un <b>abrazo, {Nombre}</b>.</p>'
const greeted = '<p>{saludo}:</p><p>Felices fiestas.</p>'

test.each<[to: typeof luis & { called?: string; greeting?: string }, content: string, paper: string]>([
  [luis, text, 'Querido Luis:'],
  [{ ...luis, name: 'Sr. D. José Luis Pérez' }, text, 'Querido José:'],
  [{ ...luis, name: 'José Luis Pérez', called: 'Pepe' }, text, 'Querido Pepe:'],
  [luis, greeted, 'Querido Luis:'],
  [{ ...luis, name: 'Tía Rosario' }, greeted, 'Querida tía Rosario:'],
  [{ ...luis, name: 'Cruz Gil' }, greeted, 'Hola, Cruz:'],
  [{ ...luis, name: 'Rosario Gil', greeting: 'Queridísima tía:' }, greeted, 'Queridísima tía:'],
])(
  'to %j the letter %s says %s, in the preview as on the paper that is paid (design/sending.md#several-recipients)',
  async (to, content, says) => {
    const { app, me } = await openOwnLetters(typesetter)
    const body = written(content, undefined, to)
    const seen = await app.fastify.inject({ method: 'POST', url: '/letters/preview', payload: body })
    const { id } = await app.freeze(me, body)
    const { destination } = (await app.get(me, `/letters/${id}`)).json<LetterDetail>()
    for (const asked of ['called', 'greeting']) expect(destination).not.toHaveProperty(asked)
    const pdfs = [
      Buffer.from(seen.json<Preview>().paper?.pdf ?? '', 'base64'),
      (await app.get(me, `/letters/${id}/pdf`)).rawPayload,
    ]
    for (const pdf of pdfs) {
      const paper = (await readPages(pdf)).map(textOf).join(' ')
      expect(paper).toContain(says)
      expect(paper).not.toMatch(/[{}]/)
    }
  },
)

test('a name is set whatever it is written in, and keeps that look', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me, written(text))
  expect((await app.get(me, `/letters/${id}`)).json<LetterDetail>().content).toBe(
    '<p>Querido Luis:</p><p>Un <strong>abrazo, Luis</strong>.</p>',
  )
})

test('an edited letter to thirty people in one town takes the place of the older one of each (design/sending.md#several-recipients)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const people = Array.from({ length: 30 }, (_, n) => ({ ...luis, name: `Luis Gómez ${n}` }))
  const freezeAll = async (content: string) => {
    const ids: string[] = []
    for (const to of people) ids.push((await app.freeze(me, written(content, undefined, to))).id)
    return ids
  }
  await freezeAll('<p>Una.</p>')
  app.clock.pass(minutes(1))
  const edited = await freezeAll('<p>Otra.</p>')
  const waiting = await app.db.selectFrom('letter').select('id').where('state', '=', 'frozen').execute()
  expect(waiting.map(({ id }) => id).toSorted()).toEqual(edited.toSorted())
})
