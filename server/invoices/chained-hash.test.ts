import { expect, test } from 'vitest'
import { chainedHash, madridInstant, netLines, splitTax } from './invoices-table.ts'

const [first, second] = [
  '3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60',
  'F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97',
]

test('the hashes are those of the tax agency’s own examples (docs/decisions/books.md)', () => {
  const record = { seller_nif: '89890001K', issued_on: '2024-01-01', tax_cents: 1235, total_cents: 12345 }
  const one = {
    ...record,
    number: '12345678/G33',
    previous_hash: '',
    recorded_at: '2024-01-01T19:20:30+01:00',
  }
  const other = {
    ...record,
    number: '12345679/G34',
    previous_hash: first,
    recorded_at: '2024-01-01T19:20:35+01:00',
  }
  expect([chainedHash(one, 'F1'), chainedHash(other, 'F1')]).toEqual([first, second])
})

test.each([
  ['2026-07-01T22:30:00Z', '2026-07-02T00:30:00+02:00'],
  ['2026-12-31T23:00:00Z', '2027-01-01T00:00:00+01:00'],
])('%s is %s in Spain', (instant, written) => {
  expect(madridInstant(new Date(instant))).toBe(written)
})

test.each([
  [329, 272, 57],
  [439, 363, 76],
  [-329, -272, -57],
  [-100, -83, -17],
  [1, 1, 0],
])('%i cents are %i and %i of VAT', (total, base, tax) => {
  expect(splitTax(total)).toEqual({ base, tax })
})

test('lines without VAT sum to the base, for any price', () => {
  for (let discount = 0; discount < 200; discount++) {
    const lines = [89, 350, -discount].map((cents) => ({ cents }))
    const net = netLines(lines, splitTax(439 - discount).base).reduce((sum, { cents }) => sum + cents, 0)
    expect(net).toBe(splitTax(439 - discount).base)
  }
})
