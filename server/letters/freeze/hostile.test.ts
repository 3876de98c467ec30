import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTypesetter } from '../../typesetting/pool/pool.ts'
import type { Typesetter } from '../../typesetting/typesetter.ts'
import { ana, lettersHouse, luis, written } from '../../testing/letter-house.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createTypesetter({ size: 2 })
})
afterAll(() => typesetter.close())

const corpora = resolve(
  process.env.LACRE_CORPORA ?? resolve(import.meta.dirname, '../../../../shared/corpora'),
)

/** Every `nth` of a corpus, or none, said loudly: a missing folder must not look like a pass. */
function sample(path: string, nth: number, split: (text: string) => string[]): string[] {
  const file = resolve(corpora, path)
  if (existsSync(file)) return split(readFileSync(file, 'utf8')).filter((_one, index) => index % nth === 0)
  console.warn(`SKIPPED 1 corpus file: ${path} is not in ${corpora} (set LACRE_CORPORA)`)
  return []
}
const naughty = sample('naughty-strings/blns.json', 4, (text) => JSON.parse(text) as string[])
const vectors = sample('html5sec/vectors.txt', 3, (text) => text.split(/(?=<div id="\d+">)/).slice(1))

test('whatever is sent is frozen or refused, never an error of ours (design.md#nothing-lost-on-error)', async () => {
  const house = await lettersHouse(typesetter, {
    limits: () => ({
      take: () => Promise.resolve(),
      check: () => Promise.resolve(),
      forgive: () => Promise.resolve(),
    }),
  })
  const me = await house.account()
  const bodies = [
    ...[...naughty, ...vectors].map((text) => written(`<p>Hola</p>${text}`)),
    ...naughty.map((text) => written('<p>Hola</p>', { ...ana, name: text }, { ...luis, street: text })),
    ...naughty.map((text) => ({ content: text, origin: text, destination: text })),
  ]
  const seen = new Map<number, number>()
  for (const body of bodies) {
    const { statusCode } = await house.send(me, body)
    seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
  }
  expect([...seen.keys()].filter((status) => ![200, 400, 422].includes(status))).toEqual([])
  if (naughty.length) expect(seen.get(200)).toBeGreaterThan(100)
}, 120_000)
