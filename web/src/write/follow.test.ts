import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CreateLetterBody, Preview } from '@lacre/letter/calls.ts'
import type { Answer } from '../api.ts'
import { follow } from './follow.ts'

type Asked = { content: string; signal: AbortSignal; answer: (answer: Answer<Preview>) => void }
let asked: Asked[]
let shown: string[]
let reported: string[]
let text: string

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  shown = []
  reported = []
  text = ''
})
afterEach(() => vi.useRealTimers())

const body = (content: string): CreateLetterBody => ({ content, origin: '', destination: '' })
const pages = (name: string): Answer<Preview> => ({
  ok: true,
  body: { paper: { pages: 1, sheets: 1, grams: 10.5, pdf: name }, total: 329, problems: [] },
})
const start = () =>
  follow({
    ask: ({ content }, signal) => new Promise((answer) => asked.push({ content, signal, answer })),
    write: () => body(text),
    show(preview) {
      shown.push(preview.paper?.pdf ?? '')
      return Promise.resolve()
    },
    report: ({ is }) => reported.push(is),
  })
const write = (follower: ReturnType<typeof follow>, letter: string) => {
  text = letter
  follower.changed()
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('one preview 250 ms after the last change, with the text of that moment', async () => {
  const follower = start()
  for (const letter of ['H', 'Ho', 'Hol', 'Hola']) {
    write(follower, letter)
    await pass(200)
  }
  expect(asked).toEqual([])
  await pass(50)
  expect(asked.map(({ content }) => content)).toEqual(['Hola'])
})

test('a newer preview aborts the older one, and its late answer is never shown', async () => {
  const follower = start()
  write(follower, 'uno')
  await pass(250)
  write(follower, 'dos')
  await pass(600)
  expect(asked.map(({ content, signal }) => [content, signal.aborted])).toEqual([
    ['uno', true],
    ['dos', false],
  ])
  asked[1]?.answer(pages('dos'))
  asked[0]?.answer(pages('uno'))
  await pass(0)
  expect(shown).toEqual(['dos'])
})

test('a preview that cannot be shown is reported; the next change tries again', async () => {
  let canShow = false
  const follower = follow({
    ask: () => Promise.resolve(pages('uno')),
    write: () => body(text),
    show: () => (canShow ? Promise.resolve() : Promise.reject(new Error('blank'))),
    report: ({ is }) => reported.push(is),
  })
  write(follower, 'uno')
  await pass(250)
  canShow = true
  write(follower, 'dos')
  await pass(600)
  expect(reported).toEqual(['following', 'not-shown', 'following', 'shown'])
})

test('at any typing speed there are at most 120 previews a minute', async () => {
  const follower = start()
  for (let ms = 0; ms < 60_000; ms += 300) {
    write(follower, String(ms))
    await pass(300)
    asked.at(-1)?.answer(pages('x'))
  }
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.length).toBeLessThan(120)
})

test('a large letter waits for a longer pause, on a slow network as long as a preview takes', async () => {
  const follower = start()
  const large = 'x'.repeat(1_000_001)
  write(follower, large)
  await pass(250)
  await pass(6000)
  asked[0]?.answer(pages('uno'))
  await pass(0)
  write(follower, `${large}y`)
  await pass(5999)
  expect(asked).toHaveLength(1)
  await pass(1)
  expect(asked).toHaveLength(2)

  // Aborted before the answer: it takes at least that long.
  await pass(2000)
  write(follower, `${large}yz`)
  await pass(6000)
  await pass(40_000)
  asked[2]?.answer(pages('tres'))
  await pass(0)
  write(follower, large)
  await pass(14_999)
  expect(asked).toHaveLength(3)
  await pass(1)
  expect(asked).toHaveLength(4)

  // A fast network again, then a letter without pictures.
  asked[3]?.answer(pages('cuatro'))
  await pass(0)
  write(follower, 'corta')
  await pass(1500)
  asked[4]?.answer(pages('cinco'))
  await pass(0)
  write(follower, 'corta ya')
  await pass(550)
  expect(asked).toHaveLength(6)
})

test.each([
  [503, 1000],
  [429, 5000],
  [0, 5000],
  [500, 10_000],
])('after %d it tries again by itself, %d ms later', async (status, ms) => {
  const follower = start()
  write(follower, 'uno')
  await pass(250)
  asked[0]?.answer({ ok: false, status })
  await pass(ms - 1)
  expect([asked.length, reported.at(-1)]).toEqual([1, 'waiting'])
  await pass(1)
  expect(asked).toHaveLength(2)
})

test('after a permanent refusal only a change retries; after closing nothing is requested or shown', async () => {
  const follower = start()
  write(follower, 'uno')
  await pass(250)
  asked[0]?.answer({ ok: false, status: 413 })
  await pass(60_000)
  expect(asked).toHaveLength(1)
  write(follower, 'dos')
  await pass(250)
  follower.close()
  asked[1]?.answer(pages('dos'))
  await pass(60_000)
  expect([shown, asked[1]?.signal.aborted]).toEqual([[], true])
})
