// @module-tag long
import { attackVectors, naughtyStrings } from '../typesetting/testing/corpora.ts'
import { seconds } from '@lacre/letter/days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTypesetter } from '../typesetting/pool.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { openLimits, openOwnLetters } from '../testing/test-app.ts'
import { ana, luis, written } from '../testing/factories.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 2 })
})
afterAll(() => typesetter.close())

/** Not all of them: a letter is typeset for each, twice. */
const every = (nth: number, all: string[]) => all.filter((_one, index) => index % nth === 0)
const naughty = every(8, naughtyStrings())
const vectors = every(3, attackVectors())
const bodies = [
  ...[...naughty, ...vectors].map((text) => written(`<p>Hola</p>${text}`)),
  ...naughty.map((text) => written('<p>Hola</p>', { ...ana, name: text }, { ...luis, street: text })),
  ...naughty.map((text) => ({ content: text, origin: text, destination: text })),
]

test.each(['/letters/', '/letters/preview'])(
  'whatever is sent to %s is taken or refused, never an error of ours (design/sending.md#nothing-lost-on-error)',
  { timeout: 240_000 },
  async (url) => {
    const { app, me } = await openOwnLetters(typesetter, { limits: openLimits })
    const seen = new Map<number, number>()
    const headers = { authorization: `Bearer ${me}` }
    for (const [at, payload] of bodies.entries()) {
      // From a network each: what one of them may ask for in a minute is not what is tried here.
      const remoteAddress = `10.0.${at >> 8}.${at & 255}`
      const { statusCode } = await app.fastify.inject({
        method: 'POST',
        url,
        headers,
        payload,
        remoteAddress,
      })
      seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
      app.clock.pass(seconds(10)) // A minute has so much work of an account's letters.
    }
    expect([...seen.keys()].filter((status) => ![200, 400, 422].includes(status))).toEqual([])
    if (naughty.length) expect(seen.get(200)).toBeGreaterThan(60)
  },
)
