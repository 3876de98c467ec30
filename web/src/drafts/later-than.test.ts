import { expect, test } from 'vitest'
import { laterThan } from './later-than.ts'
import { newest } from './tab.ts'

test('what is written after the clock was put back is newer than what was kept before', () => {
  const [held, inJournal] = [Date.parse('2026-03-01T10:00:00Z'), Date.parse('2026-03-01T10:00:01Z')]
  const now = laterThan(
    held,
    () => undefined,
    () => Date.parse('2021-01-01T00:00:00Z'),
  )
  const entry = { html: '<p>nuevo</p>', at: now() }
  expect(newest(entry, { html: '<p>viejo</p>', at: inJournal })).toBe('entry')
})
test('each change is later than the one before, and than the journal’s', () => {
  let known = 500
  const now = laterThan(
    undefined,
    () => known,
    () => 100,
  )
  expect([now(), now()]).toEqual([501, 502])
  known = 900
  expect(now()).toBe(901)
})
test('with a right clock it is this moment', () => {
  expect(
    laterThan(
      50,
      () => 60,
      () => 100,
    )(),
  ).toBe(100)
})
