// @module-tag long
import { attackVectors, naughtyStrings } from '../typesetting/testing/corpora.ts'
import { seconds } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'
import { openLimits, openOwnLetters } from '../testing/test-app.ts'
import { ana, luis, written } from '../testing/factories.ts'

const typesetter = ownTypesetter()

/** Not all of them: a letter is typeset for each. */
const every = (nth: number, all: string[]) => all.filter((_one, index) => index % nth === 0)
const naughty = every(8, naughtyStrings())
const vectors = every(3, attackVectors())
const bodies = [
  ...[...naughty, ...vectors].map((text) => written(`<p>Hola</p>${text}`)),
  ...naughty.map((text) => written('<p>Hola</p>', { ...ana, name: text }, { ...luis, street: text })),
  ...naughty.map((text) => ({ content: text, origin: text, destination: text })),
]

test.each([
  ['/letters/', 0],
  ['/letters/preview', 1],
])(
  'hostile bodies sent to %s are accepted or refused, never a server error (design/sending.md#nothing-lost-on-error)',
  { timeout: 240_000 },
  async (url, turn) => {
    const { app, me } = await openOwnLetters(typesetter, { limits: openLimits })
    const tried = bodies.filter((_, index) => index % 2 === turn)
    const seen = new Map<number, number>()
    const headers = { authorization: `Bearer ${me}` }
    // Both calls read a body by the same code: each gets every second one.
    for (const [at, payload] of tried.entries()) {
      // A network each: the limits of one network are not under test.
      const remoteAddress = `10.0.${at >> 8}.${at & 255}`
      const { statusCode } = await app.fastify.inject({
        method: 'POST',
        url,
        headers,
        payload,
        remoteAddress,
      })
      seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
      app.clock.pass(seconds(10)) // An account's letters may take so much work a minute.
    }
    expect([...seen.keys()].filter((status) => ![200, 400, 422].includes(status))).toEqual([])
    expect(seen.get(200)).toBeGreaterThan(tried.length / 5)
  },
)
