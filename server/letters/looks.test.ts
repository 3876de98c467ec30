import { expect, test } from 'vitest'
import type { Failure, LetterDetail, Preview } from '@lacre/letter/calls.ts'
import { openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { ana, luis, written } from '../testing/factories.ts'
import { languages } from '@lacre/letter/looks/languages.ts'
import { readPages, textOf } from '../typesetting/testing/read-pdf.ts'
import { mostPoints, mostStrokes, type Signature } from '@lacre/letter/looks/signature.ts'
import { exportLetters } from '../orders/letter-detail.ts'

const typesetter = ownTypesetter()

const like = (looks: object) => ({ ...written(), ...looks })

test('a letter is frozen in the looks that were chosen, and its preview has them too (design/paper.md#looks-of-a-letter)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const looks = { style: 'a-mano', size: 'grande' }
  const { id } = await app.freeze(me, like(looks))
  const fontsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\+(Caveat|Lora)-Regular/g)?.[0]
  expect(fontsOf((await app.get(me, `/letters/${id}/pdf`)).rawPayload)).toBe('+Caveat-Regular')
  expect((await app.get(me, `/letters/${id}`)).json<LetterDetail>()).toMatchObject(looks)

  const shown = await app.fastify.inject({ method: 'POST', url: '/letters/preview', payload: like(looks) })
  expect(fontsOf(Buffer.from(shown.json<Preview>().paper?.pdf ?? '', 'base64'))).toBe('+Caveat-Regular')
})

test('in other looks it is another letter; without any it is Clásica at its normal size (design/sending.md#same-letter-same-intent)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const unsaid = await app.freeze(me)
  expect((await app.freeze(me, like({ style: 'clasica', size: 'normal' }))).id).toBe(unsaid.id)
  const book = await app.freeze(me, like({ style: 'libro' }))
  expect((await app.freeze(me, like({ style: 'libro', size: 'normal' }))).id).toBe(book.id)
  const large = await app.freeze(me, like({ style: 'libro', size: 'grande' }))
  const hashes = [unsaid, book, large].map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(3)
})

test.each([{ style: 'gótica' }, { size: 'enorme' }, { style: null }])(
  'looks that do not exist are refused in a sentence: %j',
  async (looks) => {
    const { app, me } = await openOwnLetters(typesetter)
    const sent = await app.send(me, like(looks))
    expect(sent.statusCode).toBe(400)
    expect(sent.json<Failure>().detail).toMatch(/uno de estos: (clasica, libro|normal, grande)/)
    const shown = await app.fastify.inject({ method: 'POST', url: '/letters/preview', payload: like(looks) })
    expect(shown.statusCode).toBe(400)
    expect(await app.db.selectFrom('letter').select('id').execute()).toEqual([])
  },
)

const textIn = async (pdf: Buffer) => (await readPages(pdf)).map(textOf).join(' ')

test('a letter is printed, previewed and remembered in its language (design/paper.md#language-of-a-letter)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me, like({ language: 'ca' }))
  expect(await textIn((await app.get(me, `/letters/${id}/pdf`)).rawPayload)).toMatch(
    / 21 de novembre de 2026 /,
  )
  expect((await app.get(me, `/letters/${id}`)).json<LetterDetail>().language).toBe('ca')
  const shown = await app.fastify.inject({
    method: 'POST',
    url: '/letters/preview',
    payload: like({ language: 'eu' }),
  })
  const pdf = Buffer.from(shown.json<Preview>().paper?.pdf ?? '', 'base64')
  expect(await textIn(pdf)).toMatch(/ 2026ko azaroaren 21a /)
})

test('in another language it is another letter; without one it is Spanish (design/sending.md#same-letter-same-intent)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const unsaid = await app.freeze(me)
  expect((await app.get(me, `/letters/${unsaid.id}`)).json<LetterDetail>().language).toBe('es')
  expect((await app.freeze(me, like({ language: 'es' }))).id).toBe(unsaid.id)
  const hashes: string[] = []
  for (const language of languages) {
    const { id, hash } = await app.freeze(me, like({ language }))
    expect((await app.freeze(me, like({ language }))).id).toBe(id)
    hashes.push(hash)
  }
  expect(new Set([unsaid.hash, ...hashes]).size).toBe(languages.length)
})

test.each(['it', 'ES', 'ca-ES', '', null, 5, ['ca']])('%j is no language of a letter', async (language) => {
  const { app, me } = await openOwnLetters(typesetter)
  const body = like({ language })
  const sent = await app.send(me, body)
  expect(sent.statusCode).toBe(400)
  expect(sent.json<Failure>().detail).toMatch(/uno de estos: es, ca, gl, eu, en, fr, de, pt/)
  const shown = await app.fastify.inject({ method: 'POST', url: '/letters/preview', payload: body })
  expect(shown.statusCode).toBe(400)
  expect(await app.db.selectFrom('letter').select('id').execute()).toEqual([])
})

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
  const { app, me } = await openOwnLetters(typesetter)
  for (const [more, line] of lines) {
    const shown = await app.fastify.inject({ method: 'POST', url: '/letters/preview', payload: like(more) })
    const pdf = Buffer.from(shown.json<Preview>().paper?.pdf ?? '', 'base64')
    expect(await textIn(pdf), JSON.stringify(more)).toMatch(line)
    const { id } = await app.freeze(me, like(more))
    expect(await textIn((await app.get(me, `/letters/${id}/pdf`)).rawPayload)).toMatch(line)
  }
})

test('without a date there is none, and the letter is remembered so', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me, like({ dateLine: { day: 'none' } }))
  expect(await textIn((await app.get(me, `/letters/${id}/pdf`)).rawPayload)).not.toContain('2026')
  expect((await app.get(me, `/letters/${id}`)).json<LetterDetail>().dateLine).toEqual({ day: 'none' })
})

test('under another date it is another letter; under the usual one the same (design/sending.md#same-letter-same-intent)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const usual = await app.freeze(me)
  const same = [{ day: 'writing' }, { day: '2026-11-21' }, {}]
  for (const dateLine of same) expect((await app.freeze(me, like({ dateLine }))).id).toBe(usual.id)
  const on = (postOn: string) => app.freeze(me, like({ dateLine: { day: 'leaving' }, postOn }))
  const hashes = [usual, await on('2026-12-23'), await on('2026-12-24')].map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(3)
})

test('its town rests sealed, as its words do (design/privacy.md#letters-are-secret)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  await app.freeze(me, like({ dateLine: { town: 'Zugarramurdi' } }))
  const rows = await app.db.selectFrom('letter_secret').selectAll().execute()
  const letters = await app.db.selectFrom('letter').selectAll().execute()
  expect(JSON.stringify(letters)).not.toContain('Zugarramurdi')
  expect(rows[0]?.date_line?.toString('latin1')).not.toContain('Zugarramurdi')
})

test('what is no date line is refused in a sentence', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  for (const [dateLine, detail] of [
    [{ day: 'mañana' }, /La fecha de la carta es AAAA-MM-DD/],
    [{ day: '2026-02-30' }, /La fecha de la carta es AAAA-MM-DD/],
    [{ town: 'A'.repeat(61) }, /60 caracteres como mucho/],
  ] as const) {
    const sent = await app.send(me, like({ dateLine }))
    expect(sent.statusCode).toBe(400)
    expect(sent.json<Failure>().detail).toMatch(detail)
  }
})

const signature: Signature = {
  colour: 'blue',
  strokes: [
    [100, 100, 140, 60, 200, 100],
    [300, 80],
  ],
}
const ending = { signature, seal: true, replyCode: true }

test('a letter keeps its signature, its seal and its reply code; its export has them too (design/paper.md#signature)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me, like(ending))
  expect((await app.get(me, `/letters/${id}`)).json<LetterDetail>()).toMatchObject(ending)
  const plain = await app.freeze(me)
  expect((await app.get(me, `/letters/${plain.id}`)).json<LetterDetail>()).toMatchObject({
    signature: null,
    seal: false,
    replyCode: false,
  })
  const { db, cipher, clock } = app
  const deps = { db, cipher, clock, cutOff: undefined, closedDays: [] }
  const files: string[] = []
  for await (const { name, bytes } of exportLetters(deps, me))
    if (name.endsWith('carta.json')) files.push(Buffer.from(bytes).toString())
  expect(files.map((file) => (JSON.parse(file) as LetterDetail).signature)).toContainEqual(signature)

  const shown = await app.fastify.inject({ method: 'POST', url: '/letters/preview', payload: like(ending) })
  expect(shown.json<Preview>().problems).toEqual([])
})

test('with another ending it is another letter, with the same it is the same (design/sending.md#same-letter-same-intent)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const none = await app.freeze(me)
  expect((await app.freeze(me, like({ seal: false, replyCode: false }))).id).toBe(none.id)
  const shaky = {
    ...signature,
    strokes: [
      [100, 100, 140, 61, 200, 100],
      [300, 80],
    ],
  }
  const endings = [
    { seal: true },
    { seal: 'laurel' },
    { seal: 'corazon' },
    { replyCode: true },
    { signature },
    { signature: shaky },
  ]
  const ids = new Set([none.id])
  for (const one of endings) {
    const { id } = await app.freeze(me, like(one))
    expect((await app.freeze(me, like(one))).id).toBe(id)
    ids.add(id)
    expect((await app.get(me, `/letters/${id}`)).json<LetterDetail>()).toMatchObject(one)
  }
  expect(ids.size).toBe(7)
})

const dot = [1, 1]
test.each<[string, number[][]]>([
  ['no stroke', []],
  ['half a point', [[1, 2, 3]]],
  ['a point outside its box', [[0, 401]]],
  ['too many strokes', Array.from({ length: mostStrokes + 1 }, () => dot)],
  ['too many points', [Array.from({ length: 2 * mostPoints + 2 }, () => 1)]],
])('a signature with %s is refused in a sentence, and nothing is stored', async (_, strokes) => {
  const { app, me } = await openOwnLetters(typesetter)
  const body = like({ signature: { colour: 'black', strokes } })
  const sent = await app.send(me, body)
  expect(sent.statusCode).toBe(422)
  expect(sent.json<Failure>()).toMatchObject({
    code: 'signature-unusable',
    detail: expect.stringMatching(/Dibújela de nuevo o quítela/) as string,
  })
  expect(await app.db.selectFrom('letter').select('id').execute()).toEqual([])
  const shown = (
    await app.fastify.inject({ method: 'POST', url: '/letters/preview', payload: body })
  ).json<Preview>()
  expect(shown.problems).toMatchObject([{ code: 'signature-unusable', at: 'letter' }])
  expect(shown.paper?.pages).toBe(1)
})

test.each([
  { signature: { colour: 'red', strokes: [dot] } },
  { signature: { colour: 'blue', strokes: [['<svg>']] } },
  { signature: { colour: 'blue', strokes: [[0.5, 1]] } },
  { signature: { colour: 'blue', strokes: [[1e300, 1]] } },
  { signature: { colour: 'blue', strokes: 'M0 0' } },
  { signature: 'firma' },
  { signature: null },
  { seal: 'yes' },
  { replyCode: 1 },
  { signature: { colour: 'blue', strokes: Array.from({ length: 9000 }, () => dot) } },
])('what is no ending is no letter: %j', async (looks) => {
  const { app, me } = await openOwnLetters(typesetter)
  expect((await app.send(me, like(looks))).statusCode).toBe(400)
  const shown = await app.fastify.inject({ method: 'POST', url: '/letters/preview', payload: like(looks) })
  expect(shown.statusCode).toBe(400)
})

test('addresses that no code holds are refused in a sentence', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const long = {
    ...ana,
    name: 'Ana María de las Mercedes '.repeat(5).trim(),
    street: 'Calle de la Constitución '.repeat(5),
  }
  const body = { ...written('<p>Hola</p>', long, luis), replyCode: true }
  const sent = await app.send(me, body)
  expect([sent.statusCode, sent.json<Failure>().code]).toEqual([422, 'reply-code-does-not-fit'])
  const shown = (
    await app.fastify.inject({ method: 'POST', url: '/letters/preview', payload: body })
  ).json<Preview>()
  expect(shown.problems).toMatchObject([{ code: 'reply-code-does-not-fit' }])
  expect(shown.paper?.pages).toBe(1)
})
