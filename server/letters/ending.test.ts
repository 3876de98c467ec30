import { expect, test } from 'vitest'
import type { Failure, LetterDetail, Preview } from '@lacre/letter/calls.ts'
import { mostPoints, mostStrokes, type Signature } from '@lacre/letter/looks/signature.ts'
import { exportLetters } from '../orders/letter-detail.ts'
import { ana, luis, written } from '../testing/factories.ts'
import { openOwnLetters } from '../testing/test-app.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

const signature: Signature = {
  colour: 'blue',
  strokes: [
    [100, 100, 140, 60, 200, 100],
    [300, 80],
  ],
}
const ending = { signature, seal: true, replyCode: true }
const like = (looks: object) => ({ ...written(), ...looks })

test('a letter keeps its signature, its seal and its reply code; its export has them too (design/paper.md#signature)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const { id } = await house.freeze(me, like(ending))
  expect((await house.get(me, `/letters/${id}`)).json<LetterDetail>()).toMatchObject(ending)
  const plain = await house.freeze(me)
  expect((await house.get(me, `/letters/${plain.id}`)).json<LetterDetail>()).toMatchObject({
    signature: null,
    seal: false,
    replyCode: false,
  })
  const { db, cipher, clock } = house
  const deps = { db, cipher, clock, cutOff: undefined, closedDays: [] }
  const files: string[] = []
  for await (const { name, bytes } of exportLetters(deps, me))
    if (name.endsWith('carta.json')) files.push(Buffer.from(bytes).toString())
  expect(files.map((file) => (JSON.parse(file) as LetterDetail).signature)).toContainEqual(signature)

  const shown = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: like(ending) })
  expect(shown.json<Preview>().problems).toEqual([])
})

test('with another ending it is another letter, with the same it is the same (design/sending.md#same-letter-same-intent)', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const none = await house.freeze(me)
  expect((await house.freeze(me, like({ seal: false, replyCode: false }))).id).toBe(none.id)
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
    const { id } = await house.freeze(me, like(one))
    expect((await house.freeze(me, like(one))).id).toBe(id)
    ids.add(id)
    expect((await house.get(me, `/letters/${id}`)).json<LetterDetail>()).toMatchObject(one)
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
  const { house, me } = await openOwnLetters(typesetter)
  const body = like({ signature: { colour: 'black', strokes } })
  const sent = await house.send(me, body)
  expect(sent.statusCode).toBe(422)
  expect(sent.json<Failure>()).toMatchObject({
    code: 'signature-unusable',
    detail: expect.stringMatching(/Dibújela de nuevo o quítela/) as string,
  })
  expect(await house.db.selectFrom('letter').select('id').execute()).toEqual([])
  const shown = (
    await house.app.inject({ method: 'POST', url: '/letters/preview', payload: body })
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
  const { house, me } = await openOwnLetters(typesetter)
  expect((await house.send(me, like(looks))).statusCode).toBe(400)
  const shown = await house.app.inject({ method: 'POST', url: '/letters/preview', payload: like(looks) })
  expect(shown.statusCode).toBe(400)
})

test('addresses that no code holds are refused in a sentence', async () => {
  const { house, me } = await openOwnLetters(typesetter)
  const long = {
    ...ana,
    name: 'Ana María de las Mercedes '.repeat(5).trim(),
    street: 'Calle de la Constitución '.repeat(5),
  }
  const body = { ...written('<p>Hola</p>', long, luis), replyCode: true }
  const sent = await house.send(me, body)
  expect([sent.statusCode, sent.json<Failure>().code]).toEqual([422, 'reply-code-does-not-fit'])
  const shown = (
    await house.app.inject({ method: 'POST', url: '/letters/preview', payload: body })
  ).json<Preview>()
  expect(shown.problems).toMatchObject([{ code: 'reply-code-does-not-fit' }])
  expect(shown.paper?.pages).toBe(1)
})
