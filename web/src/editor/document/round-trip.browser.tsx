import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import { fromHtml, toHtml } from './html.ts'
import { randomLetter } from '../testing/random-letter.ts'

test('what the editor writes, the server reads back unchanged, byte for byte', () => {
  fc.assert(
    fc.property(randomLetter, (letter) => {
      letter.check()
      const html = toHtml(letter)
      const read = readHtml(html)
      expect('content' in read && writeHtml(read.content)).toBe(html)
    }),
    { numRuns: 500, seed: 20261127 },
  )
})

test('[3.4] what the editor writes, the editor loads back unchanged', () => {
  fc.assert(
    fc.property(randomLetter, (letter) => {
      const html = toHtml(letter)
      expect(toHtml(fromHtml(html))).toBe(html)
    }),
    { numRuns: 500, seed: 20261127 },
  )
})

test.each([
  '<form><input name="nodeName"><p>Hola</p></form>',
  '<FORM id=a><input form=a name=firstChild><input name=childNodes><p>Hola</p></FORM>',
])('a draft with fields named like form properties opens: %s', (html) => {
  expect(fromHtml(html).textContent).toContain('Hola')
})
