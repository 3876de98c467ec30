import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftKeeper } from './draft.ts'

const onKept = vi.fn()
let keeper: ReturnType<typeof draftKeeper>
beforeEach(() => {
  onKept.mockReset()
  keeper = draftKeeper(onKept)
})
afterEach(() => keeper.close())
const stored = () => localStorage.getItem('letterContent')
const heavy = `<p>${'x'.repeat(1_000_001)}</p>`

test('text is stored at each change (specification, section 4)', () => {
  keeper.keep('<p>a</p>')
  keeper.keep('<p>ab</p>')
  expect([stored(), onKept.mock.calls]).toEqual(['<p>ab</p>', [['whole'], ['whole']]])
})

test('a letter with large pictures is stored once, after a pause', async () => {
  keeper.keep(heavy)
  keeper.keep(heavy.replace('x', 'y'))
  expect(stored()).toBeNull()
  await expect.poll(() => stored()).toBe(heavy.replace('x', 'y'))
  expect(onKept).toHaveBeenCalledOnce()
})

test.each([
  ['the page is left', () => dispatchEvent(new Event('pagehide'))],
  ['it is asked to', () => keeper.flush()],
  ['it is closed', () => keeper.close()],
])('stored at once when %s', (_, leave) => {
  keeper.keep(heavy)
  leave()
  expect(stored()).toBe(heavy)
})

test('a dropped change is not stored later', () => {
  keeper.keep(heavy)
  keeper.drop()
  dispatchEvent(new Event('pagehide'))
  keeper.close()
  expect(stored()).toBeNull()
})

test('at the quota of the browser the text is kept without pictures, and reported', () => {
  keeper.keep(`<p>mira <img alt="a > b" src="data:image/jpeg;base64,${'A'.repeat(6_000_000)}">esto</p>`)
  keeper.flush()
  expect([stored(), onKept.mock.calls]).toEqual(['<p>mira esto</p>', [['without-pictures']]])
})
