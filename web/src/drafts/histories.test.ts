// @module-tag long
// @module-tag deep
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Mistake, runHistory } from './testing/histories.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const numbers = fc.array(fc.nat(999), { minLength: 40, maxLength: 160, size: 'max' })
/** `PROPERTY_SEED` draws other examples, `HISTORIES=10000` more. */
const numRuns = Number(import.meta.env['HISTORIES'] ?? 250)
const property = (mistake: Mistake) =>
  fc.asyncProperty(numbers, async (chosen) => {
    const faults = await runHistory(chosen, mistake)
    if (faults.length) throw new Error(faults.join('; '))
  })

test('random histories of tabs, devices and account: no text is lost or overwritten, erased text never returns, every tab shows the newest text, and retries respect their delay', async () => {
  await fc.assert(property({}), { numRuns, endOnFailure: true })
}, 600_000)

const mistakes: Record<string, Mistake> = {
  'a write does not name the revision it grew from': {
    letters: (letters) => ({
      put: async (text, of) => letters.put(text, { ...of, base: (await letters.current())?.rev }),
    }),
  },
  'a tab keeps its text where another one has erased it': {
    letters: (letters) => ({ put: (text, of) => letters.put(text, { ...of, base: undefined }) }),
  },
  'the account’s text takes the place of what was typed meanwhile': {
    letters: (letters) => ({
      take: async (text, of) => letters.take(text, { ...of, base: (await letters.current())?.rev }),
      addVersion: async () => {},
    }),
  },
  'a conflict with another device counts as kept': {
    calls: (calls) => ({
      put: async (id, body) => {
        const answer = await calls.put(id, body)
        return !answer.ok && answer.status === 409
          ? { ok: true, body: { version: (body.basedOn ?? 0) + 1 } }
          : answer
      },
    }),
  },
}

test.each(Object.entries(mistakes))(
  'the random runs notice when %s',
  async (_, mistake) => {
    const { failed } = await fc.check(property(mistake), { numRuns: 3000, endOnFailure: true })
    expect(failed).toBe(true)
  },
  600_000,
)
