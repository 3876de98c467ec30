import { expect, test } from 'vitest'
import { manifest, type ListedLetter } from './batch-pdf.ts'

const row: ListedLetter = {
  place: 1,
  id: '3f2a9c1d-7b4e-4c55-9d0a-1b2c3d4e5f60',
  sheets: 2,
  pages: 3,
  postalCode: '03201',
  sha256: 'ab12',
}

test('the list opens in a Spanish spreadsheet, and names no person (design/privacy.md#figures-only)', () => {
  expect(manifest([row])).toBe(
    '\u{feff}seq;letter_id;sheets;pages;weight_g;bracket;envelope;cp;province;pdf_sha256;first_page_in_batch;last_page_in_batch\r\n' +
      '1;3f2a9c1d-7b4e-4c55-9d0a-1b2c3d4e5f60;2;3;15,5;20;americano;03201;Alicante/Alacant;ab12;1;4\r\n',
  )
})

test('a letter without a postal code still has all its columns', () => {
  expect(manifest([{ ...row, postalCode: null }])).toContain(';americano;;;ab12;')
})
