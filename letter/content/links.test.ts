// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSafePicture, safeLink, typedLink } from './links.ts'

test.each([
  'http://a.es',
  'https://a.es/ñ?q=1#x',
  'HTTPS://A.ES',
  'mailto:a@b.es',
  'tel:+34600000000',
  'sms:+34600000000',
  '/rel',
  '#aquí',
  'www.a.es',
  'uno/dos:tres',
])('[2.34, 5.18] %j stays as it is (specification, section 2)', (href) => {
  expect(safeLink(href)).toBe(href)
})

test.each([
  '',
  'ftp://a.es/x',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'JaVa\tScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  'java\u0000script:alert(1)',
  'file:///etc/passwd',
  'blob:https://a.es/1',
  'about:blank',
  'view-source:https://a.es',
  'localhost:3000',
  `https://a.es/${'a'.repeat(2000)}`,
])('[2.34, 5.18] %j becomes about:blank (specification, section 2)', (href) => {
  expect(safeLink(href)).toBe('about:blank')
})

test('a browser never finds another scheme in a safe link than the rule allows', () => {
  const pieces = fc.constantFrom(
    'java',
    'script',
    ':',
    'http',
    's',
    '//',
    '\t',
    '\n',
    ' ',
    '\u0000',
    'a.es',
    '@',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((some) => some.join('')),
  )
  const allowed = ['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'about:']
  fc.assert(
    fc.property(text, (href) => {
      const link = safeLink(href)
      expect(safeLink(link)).toBe(link)
      if (URL.canParse(link, 'https://a.es/'))
        expect(allowed).toContain(new URL(link, 'https://a.es/').protocol)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['https://a.es/x.jpg', true],
  ['http://a.es/x', true],
  ['x.png', false],
  ['//a.es/x.png', false],
  ['data:image/png;base64,AAAA', true],
  ['data:image/jpeg;base64,AAAA', true],
  ['DATA:IMAGE/PNG;base64,AAAA', true],
  ['data:image/svg+xml,<svg onload=alert(1)>', false],
  ['data:image/gif;base64,AAAA', false],
  ['data:text/html,x', false],
  ['data:image/pngx,', false],
  ['javascript:alert(1)', false],
  ['blob:https://a.es/1', false],
  ['file:///x.png', false],
  ['ftp://a.es/x.png', false],
  ['', false],
  [' ', false],
])('[2.35, 5.18] the picture %j: %s (specification, section 2)', (src, expected) => {
  expect(isSafePicture(src)).toBe(expected)
})

test.each([
  ['www.a.es', 'https://www.a.es'],
  ['www.españa.es/ñ', 'https://www.españa.es/ñ'],
  ['a.es:8080/x', 'https://a.es:8080/x'],
  [' correos.es ', 'https://correos.es'],
  ['https://a.es', 'https://a.es'],
  ['mailto:a@b.es', 'mailto:a@b.es'],
  ['ftp://a.es', 'about:blank'],
])('typing %j gives the link %j', (typed, href) => {
  expect(typedLink(typed)).toBe(href)
})
