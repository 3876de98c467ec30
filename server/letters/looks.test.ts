import { expect, test } from 'vitest'
import type { Failure, LetterDetail, Preview } from '@lacre/letter/calls.ts'
import { type LettersApp, openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { ana, luis, written } from '../testing/factories.ts'
import { languages } from '@lacre/letter/looks/languages.ts'
import { readPages, textOf } from '../typesetting/testing/read-pdf.ts'
import type { Signature } from '@lacre/letter/looks/signature.ts'
import { exportLetters } from '../orders/letter-detail.ts'

const typesetter = ownTypesetter()

const like = (looks: object) => ({ ...written(), ...looks })
const previewOf = async (app: LettersApp, body: object) =>
  (await app.post('', '/letters/preview', body)).json<Preview>()
const shownIn = async (app: LettersApp, body: object) =>
  Buffer.from((await previewOf(app, body)).paper?.pdf ?? '', 'base64')
const printedIn = async (app: LettersApp, me: string, letterId: string) =>
  (await app.get(me, `/letters/${letterId}/pdf`)).rawPayload
const detailIn = async (app: LettersApp, me: string, letterId: string) =>
  (await app.get(me, `/letters/${letterId}`)).json<LetterDetail>()
const textIn = async (pdf: Buffer) => (await readPages(pdf)).map(textOf).join(' ')

test('a letter is frozen in the looks that were chosen, and its preview has them too (design/paper.md#looks-of-a-letter)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const looks = { style: 'a-mano', size: 'grande' }
  const { id } = await app.freeze(me, like(looks))
  const fontsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\+(Caveat|Lora)-Regular/g)?.[0]
  expect(fontsOf(await printedIn(app, me, id))).toBe('+Caveat-Regular')
  expect(await detailIn(app, me, id)).toMatchObject(looks)
  expect(fontsOf(await shownIn(app, like(looks)))).toBe('+Caveat-Regular')
})

const signature: Signature = {
  colour: 'blue',
  strokes: [
    [100, 100, 140, 60, 200, 100],
    [300, 80],
  ],
}
const shaky: Signature = { ...signature, strokes: [[100, 100, 140, 61, 200, 100], signature.strokes[1]!] }

/** In each row the same letter, asked for in so many ways; the first row has what is usual. */
const same: Record<string, object[][]> = {
  style: [
    [{}, { style: 'clasica', size: 'normal' }],
    [{ style: 'libro' }, { style: 'libro', size: 'normal' }],
    [{ style: 'libro', size: 'grande' }],
  ],
  language: [
    [{}, { language: 'es' }],
    ...languages.filter((language) => language !== 'es').map((language) => [{ language }, { language }]),
  ],
  date: [
    [{}, { dateLine: { day: 'writing' } }, { dateLine: { day: '2026-11-21' } }, { dateLine: {} }],
    [{ dateLine: { day: 'leaving' }, postOn: '2026-12-23' }],
    [{ dateLine: { day: 'leaving' }, postOn: '2026-12-24' }],
  ],
  ending: [
    [{}, { seal: false, replyCode: false }],
    ...[
      { seal: true },
      { seal: 'laurel' },
      { seal: 'corazon' },
      { replyCode: true },
      { signature },
      { signature: shaky },
    ].map((ending) => [ending, ending]),
  ],
}
test.each(Object.entries(same))(
  'with another %s it is another letter, with the same it is the same (design/sending.md#same-letter-same-intent)',
  async (_, rows) => {
    const { app, me } = await openOwnLetters(typesetter)
    const hashes = new Set<string>()
    for (const [first = {}, ...again] of rows) {
      const { id, hash } = await app.freeze(me, like(first))
      for (const looks of again) expect((await app.freeze(me, like(looks))).id).toBe(id)
      hashes.add(hash)
    }
    expect(hashes.size).toBe(rows.length)
  },
)

test('a letter is printed, previewed and remembered in its language (design/paper.md#language-of-a-letter)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me, like({ language: 'ca' }))
  expect(await textIn(await printedIn(app, me, id))).toMatch(/ 21 de novembre de 2026 /)
  expect((await detailIn(app, me, id)).language).toBe('ca')
  expect((await detailIn(app, me, (await app.freeze(me)).id)).language).toBe('es')
  expect(await textIn(await shownIn(app, like({ language: 'eu' })))).toMatch(/ 2026ko azaroaren 21a /)
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
    expect(await textIn(await shownIn(app, like(more))), JSON.stringify(more)).toMatch(line)
    const { id } = await app.freeze(me, like(more))
    expect(await textIn(await printedIn(app, me, id))).toMatch(line)
  }
})

test('without a date there is none, and the letter is remembered so', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const { id } = await app.freeze(me, like({ dateLine: { day: 'none' } }))
  expect(await textIn(await printedIn(app, me, id))).not.toContain('2026')
  expect((await detailIn(app, me, id)).dateLine).toEqual({ day: 'none' })
})

test('a letter keeps its signature, its seal and its reply code; its export has them too (design/paper.md#signature)', async () => {
  const { app, me } = await openOwnLetters(typesetter)
  const endings = [
    { signature, seal: true, replyCode: true },
    { signature: null, seal: 'laurel', replyCode: false },
    { signature: null, seal: 'corazon', replyCode: false },
    { signature: null, seal: false, replyCode: false },
  ]
  for (const ending of endings) {
    const { id } = await app.freeze(me, like({ ...ending, signature: ending.signature ?? undefined }))
    expect(await detailIn(app, me, id)).toMatchObject(ending)
  }
  const { db, cipher, clock } = app
  const deps = { db, cipher, clock, cutOff: undefined, closedDays: [] }
  const files: string[] = []
  for await (const { name, bytes } of exportLetters(deps, me))
    if (name.endsWith('carta.json')) files.push(Buffer.from(bytes).toString())
  expect(files.map((file) => (JSON.parse(file) as LetterDetail).signature)).toContainEqual(signature)
  expect((await previewOf(app, like(endings[0]!))).problems).toEqual([])
})

const dot = [1, 1]
test.each<[looks: object, detail: RegExp]>([
  [{ style: 'gótica' }, /uno de estos: clasica, libro/],
  [{ size: 'enorme' }, /uno de estos: normal, grande/],
  [{ style: null }, /uno de estos: clasica, libro/],
  ...['it', 'ES', 'ca-ES', '', null, 5, ['ca']].map((language): [object, RegExp] => [
    { language },
    /uno de estos: es, ca, gl, eu, en, fr, de, pt/,
  ]),
  [{ dateLine: { day: 'mañana' } }, /La fecha de la carta es AAAA-MM-DD/],
  [{ dateLine: { day: '2026-02-30' } }, /La fecha de la carta es AAAA-MM-DD/],
  [{ dateLine: { town: 'A'.repeat(61) } }, /60 caracteres como mucho/],
  [{ signature: { colour: 'red', strokes: [dot] } }, /./],
  [{ signature: { colour: 'blue', strokes: [['<svg>']] } }, /./],
  [{ signature: { colour: 'blue', strokes: [[0.5, 1]] } }, /./],
  [{ signature: { colour: 'blue', strokes: [[1e300, 1]] } }, /./],
  [{ signature: { colour: 'blue', strokes: 'M0 0' } }, /./],
  [{ signature: { colour: 'blue', strokes: Array.from({ length: 9000 }, () => dot) } }, /./],
  [{ signature: 'firma' }, /./],
  [{ signature: null }, /./],
  [{ seal: 'yes' }, /./],
  [{ replyCode: 1 }, /./],
])('looks that do not exist are refused in a sentence: %j', async (looks, detail) => {
  const { app, me } = await openOwnLetters(typesetter)
  const sent = await app.send(me, like(looks))
  expect([sent.statusCode, sent.json<Failure>().detail]).toEqual([400, expect.stringMatching(detail)])
  expect(await app.db.selectFrom('letter').select('id').execute()).toEqual([])
})

const long = {
  ...ana,
  name: 'Ana María de las Mercedes '.repeat(5).trim(),
  street: 'Calle de la Constitución '.repeat(5),
}
test.each([
  [
    'a signature outside its box',
    like({ signature: { colour: 'black', strokes: [[0, 401]] } }),
    'signature-unusable',
    /Dibújela de nuevo o quítela/,
  ],
  [
    'addresses that no code holds',
    { ...written('<p>Hola</p>', long, luis), replyCode: true },
    'reply-code-does-not-fit',
    /Acórtelos o quite el código/,
  ],
])('%s: nothing is stored, and the preview shows its page all the same', async (_, body, code, detail) => {
  const { app, me } = await openOwnLetters(typesetter)
  const sent = await app.send(me, body)
  expect([sent.statusCode, sent.json<Failure>()]).toEqual([
    422,
    { code, detail: expect.stringMatching(detail) as string },
  ])
  expect(await app.db.selectFrom('letter').select('id').execute()).toEqual([])
  const shown = await previewOf(app, body)
  expect(shown.problems).toMatchObject([{ code, at: 'letter' }])
  expect(shown.paper?.pages).toBe(1)
})
