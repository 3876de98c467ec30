import { expect, test } from 'vitest'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { addSheet, emptySet, type ScanSet } from './scan.tsx'
import { cardOf } from './testing/rows.ts'

const [ana, eva] = [cardOf(1), cardOf(2)]
const scan = (set: ScanSet, letter: LetterCard, sheet: number) => addSheet(set, { letter, sheet, sheets: 3 })

function scanAll(letter: LetterCard, sheets: number[]) {
  let scanned = { set: emptySet, words: addSheet(emptySet, { letter, sheet: 1, sheets: 3 }).words }
  for (const sheet of sheets) scanned = scan(scanned.set, letter, sheet)
  return scanned
}

test('sheets are accepted in any order, and missing ones are named', () => {
  const first = scan(emptySet, ana, 2)
  expect(first.words.headline).toBe('Hoja 2 de 3 de la carta n.º 1 de B0001')
  expect(first.words.detail).toBe('Faltan las hojas 1 y 3.')
  expect(scan(first.set, ana, 3).words.detail).toBe('Falta la hoja 1.')
  expect(scanAll(ana, [3, 1, 2]).set).toMatchObject({ is: 'whole', seen: [1, 2, 3] })
})

test('a repeated sheet counts once', () => {
  const again = scanAll(ana, [1, 1])
  expect(again.set).toMatchObject({ is: 'collecting', seen: [1] })
  expect(again.words.detail).toBe('Esa hoja ya estaba. Faltan las hojas 2 y 3.')
})

test('a sheet of another letter is announced at once and not added (design/print-room.md#every-sheet-is-scanned)', () => {
  const before = scanAll(ana, [1, 2])
  const foreign = scan(before.set, eva, 3)
  expect(foreign.set).toEqual(before.set)
  expect(foreign.words.tone).toBe('loud')
  expect(foreign.words.detail).toContain('hoja 3 de 3 de la carta n.º 2 de B0001')
  expect(foreign.words.detail).toContain('falta la hoja 3')
  expect(scan(foreign.set, ana, 3).set.is).toBe('whole')
})

test('after a whole set the next sheet begins a new set', () => {
  const whole = scanAll(ana, [1, 2, 3])
  expect(scan(whole.set, eva, 1).set).toMatchObject({ is: 'collecting', letter: eva, seen: [1] })
})

test.each([
  ['needs-person', null, 'No la ensobre', 'en revisión'],
  ['cancelled', null, 'No la ensobre', 'cancelada'],
  ['posted', '2026-11-23T10:00:00Z', 'No la ensobre', 'en camino'],
  ['printed', '2026-11-23T10:00:00Z', 'Ya estaba ensobrada', 'ya se ensobró'],
] as const)('a letter that may not be enclosed begins no set: %s', (state, enclosedAt, headline, why) => {
  const { set, words } = scan(emptySet, cardOf(3, { state, enclosedAt, can: [] }), 1)
  expect([set.is, words.tone, words.headline]).toEqual(['empty', 'loud', headline])
  expect(words.detail).toContain(why)
})
