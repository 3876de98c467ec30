import type { Failure, LetterPage } from '@lacre/letter/calls.ts'
import type { State } from '@lacre/letter/journey.ts'
import { describe, expect, test } from 'vitest'
import { ana, luis, severalLetters } from '../testing/factories.ts'
import { openOwnLetters, type LettersApp } from '../testing/test-app.ts'
import { sixAtOnce } from '../testing/locks/six-at-once.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import { addressesAsText } from '../letters/stored.ts'

/** Nothing is set here: the letters' rows are written by hand. */
const noTypesetter = quickTypesetter(Buffer.alloc(0))

type Kept = { name?: string; city?: string; at?: string; state?: State; erased?: true }

async function keepAll(letters: Kept[]) {
  const { app, me } = await openOwnLetters(noTypesetter)
  await keep(app, me, letters)
  const search = (body: object) => app.post(me, '/letters/search', body)
  return {
    app,
    me,
    search,
    names: async (body: object) =>
      (await search(body)).json<LetterPage>().letters.map(({ recipient }) => recipient),
  }
}

async function keep({ db, cipher }: Pick<LettersApp, 'db' | 'cipher'>, accountId: string, letters: Kept[]) {
  const rows = letters.map(
    ({ name = luis.name, city = luis.city, at = '2026-11-21T09:00:00Z', state = 'posted', erased }) => {
      const addresses = addressesAsText({ origin: ana, destination: { ...luis, name, city } })
      const row = { account_id: accountId, state, created_at: new Date(at) }
      return { ...row, ...(!erased && { open: { cipher, addresses } }) }
    },
  )
  await severalLetters(db, rows)
}

describe('a letter is found by what one remembers of it', () => {
  test.each([
    ['the name, without accents or capitals', { text: 'concepcion munoz' }, ['Concepción Muñoz']],
    ['part of a word', { text: 'peñal' }, ['José Peñalver']],
    ['the city', { text: 'cádiz' }, ['Concepción Muñoz']],
    ['words of both, in any order', { text: 'girona josé' }, ['José Peñalver']],
    ['its state', { states: ['paid', 'frozen'] }, ['José Peñalver']],
    ['the day it was sent, in Spain', { from: '2026-03-02', until: '2026-03-02' }, ['Concepción Muñoz']],
    ['no day that is another one in Spain', { from: '2026-03-01', until: '2026-03-01' }, []],
    ['all of it at once', { text: 'jose', states: ['posted'] }, []],
    ['nothing: all of them, newest first', {}, ['', 'José Peñalver', 'Concepción Muñoz']],
  ])('%s', async (_, body, found) => {
    const { names } = await keepAll([
      // Half past midnight of the 2nd in Madrid.
      { name: 'Concepción Muñoz', city: 'Cádiz', at: '2026-03-01T23:30:00Z' },
      { name: 'José Peñalver', city: 'Girona', at: '2026-05-05T10:00:00Z', state: 'paid' },
      { erased: true, at: '2026-06-05T10:00:00Z' },
    ])
    expect(await names(body)).toEqual(found)
  })
})

test('only among one’s own', async () => {
  const { app, names } = await keepAll([{ name: 'Mía' }])
  await keep(app, await app.account(), [{ name: 'Mía también' }])
  expect(await names({ text: 'mía' })).toEqual(['Mía'])
})

test.each([
  { from: '2026-02-30' },
  { from: '0000-01-01' },
  { until: 'ayer' },
  { states: ['entregada'] },
  { text: 'x'.repeat(101) },
  { cursor: 'x' },
])('what is no search is refused with a sentence: %j', async (body) => {
  const { search } = await keepAll([])
  const answer = await search(body)
  expect([answer.statusCode, answer.json<Failure>().detail]).toEqual([400, expect.stringMatching(/\.$/)])
})

test('a search through thousands of letters goes on where a page ended, misses none and shows none twice', async () => {
  const many = Array.from({ length: 1_300 }, (_, i) => ({
    name: i % 50 === 0 ? `Rosa ${i}` : `Otro ${i}`,
    at: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 3) * 1000).toISOString(),
  }))
  const { search } = await keepAll(many)
  const found: string[] = []
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const page: LetterPage = (await search({ text: 'rosa', cursor: cursor ?? undefined })).json<LetterPage>()
    found.push(...page.letters.map(({ recipient }) => recipient))
    cursor = page.next
  }
  expect(found.length).toBe(26)
  expect(new Set(found).size).toBe(26)
})

test('of an account’s searches two are at work, and the others are refused', async () => {
  const { app, search } = await keepAll([{ name: 'José Peñalver' }])
  const statuses = await sixAtOnce(app.db, 'letter_step', () => search({ text: 'peñal' }))
  expect(statuses).toEqual([503, 503, 503, 503, 200, 200])
})
