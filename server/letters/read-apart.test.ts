// @module-tag long
import { minutes } from '@lacre/letter/days.ts'
import { performance } from 'node:perf_hooks'
import type { Failure, Preview } from '@lacre/letter/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLetters } from '../testing/test-app.ts'
import { written } from '../testing/factories.ts'
import { createTypesetter, type TypesetterOptions } from '../typesetting/pool.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'

const open: Typesetter[] = []
afterAll(() => Promise.all(open.map((typesetter) => typesetter.close())))
function start(options: TypesetterOptions): Typesetter {
  const typesetter = createTypesetter({ size: 1, ...options })
  open.push(typesetter)
  return typesetter
}
let typesetter: Typesetter
beforeAll(() => {
  typesetter = start({})
})

const tooComplex =
  'El formato de su carta es demasiado complejo para imprimirlo. Simplifique las listas, las citas o los estilos.'

// design/load.md#read-in-children
test('a letter that hangs its reader is refused in words, and the next one is read', async () => {
  const troubled = new URL('../typesetting/testing/troubled-child.ts', import.meta.url)
  const app = await openLetters(start({ program: troubled, timeLimitMs: minutes(2) }))
  const me = await app.account()
  const preview = await app.post('', '/letters/preview', written('hang'))
  expect(preview.json<Preview>().problems).toEqual([
    { code: 'letter-too-complex', detail: tooComplex, at: 'letter' },
  ])
  const refused = await app.send(me, written('hang'))
  expect([refused.statusCode, refused.json<Failure>()]).toEqual([
    422,
    { code: 'letter-too-complex', detail: tooComplex },
  ])
  await app.freeze(me)
})

const size = 5_000_000
const filled = (before: string, piece: string, after = '') =>
  JSON.stringify(written(before + piece.repeat((size - before.length) / piece.length) + after))
const heavy = {
  'percent escapes': filled('<p>a<img src="data:image/png,', '%41', '">'),
  'empty tags': filled('<p>a', '<b></b>'),
  attributes: filled('<p ', 'a=b ', '>a'),
  'one long attribute': filled('<p style="', 'color:red;', '">a'),
  'white space': filled('<p>a', ' '),
  'white space in a colour': filled('<font color="rgb(1', ' ', 'x">a'),
  pictures: filled('<p>a', '<img src="data:image/png;base64,aaaa">'),
}

test.each(Object.entries(heavy))(
  'what a body holds costs the main loop nothing: %s, as much as a comment of that length',
  async (_, body) => {
    const { fastify, clock } = await openLetters(typesetter)
    const light = filled('<p>a<!--', 'a')
    async function busy(payload: string) {
      clock.pass(minutes(1)) // what one network may have the children do in a minute is not what is tried here
      const before = performance.eventLoopUtilization()
      const headers = { 'content-type': 'application/json' }
      const { statusCode } = await fastify.inject({
        method: 'POST',
        url: '/letters/preview',
        headers,
        payload,
      })
      expect(statusCode).toBe(200)
      return performance.eventLoopUtilization(before).active
    }
    let least = Math.min(await busy(light), await busy(light))
    let most = await busy(body)
    // The cheapest of each in turns: a loaded machine delays one try, not all.
    for (let i = 0; i < 12 && most >= 4 * least; i++) {
      least = Math.min(least, await busy(light))
      most = Math.min(most, await busy(body))
    }
    expect(most / least).toBeLessThan(4)
  },
)
