// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanText } from './tree.ts'

test.each([
  ['a\u0000b\u0007c\u009dd\u007f', 'abcd', 'control characters'],
  ['\ufeffHola', 'Hola', 'a byte order mark'],
  ['abc\u202edcba\u2066x\u2069', 'abcdcbax', 'what turns a line around'],
  ['a\r\nb\rc\u2028d\u2029e\ff\vg\u0085h', 'a\nb\nc\nd\ne\nf\ng\nh', 'line ends of every kind'],
  ['a\u001cb\u001dc', 'a\nb\nc', 'separators of files and groups, which part lines'],
  ['a\u001fb, veinti\u001edos', 'a b, veinti-dos', 'a separator, and the hyphen that Word never divides'],
  ['l\u0092an \u0093a\u0094 5\u0080', 'l’an “a” 5€', 'signs of Windows that were read as controls'],
  ['\ud83d x \ude00', '\ufffd x \ufffd', 'halves of a character'],
  ['👩‍👩‍👧 ñ Ç ﬁ \u00a0\t\u200f', '👩‍👩‍👧 ñ Ç ﬁ \u00a0\t\u200f', 'nothing of what is meant'],
])('%j becomes %j: %s (typesetting facts, 14)', (text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned)
})

test('cleaning twice is cleaning once', () => {
  const texts = fc.string({ unit: 'binary' })
  fc.assert(fc.property(texts, (text) => cleanText(cleanText(text)) === cleanText(text)))
  fc.assert(fc.property(texts, (text) => cleanLine(cleanLine(text)) === cleanLine(text)))
})

test('a line is one line', () => {
  expect(cleanLine('  Ana \n\t María\u00a0 Ruiz ')).toBe('Ana María Ruiz')
})
