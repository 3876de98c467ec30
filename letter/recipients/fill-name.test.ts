import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHtml } from '../content/reading/read-html.ts'
import { growsLinearly } from '../content/testing/growth.ts'
import type { Content } from '../content/tree.ts'
import { writeHtml } from '../content/write-html.ts'
import { asksForName, fillName } from './fill-name.ts'

const read = (html: string): Content => {
  const letter = readHtml(html)
  if ('refused' in letter) throw new Error(letter.refused)
  return letter.content
}
const filled = (html: string, name = 'Ana') => writeHtml(fillName(read(html), name))

test.each([
  ['<p>Hola, {nombre}: {nombre}</p>', '<p>Hola, Ana: Ana</p>'],
  ['<p>{Nombre} { NOMBRE }</p>', '<p>Ana Ana</p>'],
  ['<p>Para <b>{nombre}</b></p>', writeHtml(read('<p>Para <b>Ana</b></p>'))],
  [
    '<ul><li>{nombre}</li></ul><blockquote><h1>{nombre}</h1></blockquote>',
    writeHtml(read('<ul><li>Ana</li></ul><blockquote><h1>Ana</h1></blockquote>')),
  ],
])('%s names the recipient (design.md#several-recipients)', (html, expected) => {
  expect(filled(html)).toBe(expected)
})

test.each([
  '<p>{nom<b>bre</b>}</p>',
  '<p><a href="https://a.es/{nombre}">aquí</a></p>',
  '<pre>{nombre}</pre>',
  '<p>{apellido} {nombre y apellido}</p>',
])('%s stays as it is', (html) => {
  expect(filled(html)).toBe(writeHtml(read(html)))
})

test('what is written in a name is text, whatever it looks like; without a name the place stays', () => {
  expect(fillName(read('<p>{nombre}</p>'), '$& {nombre}')).toEqual([
    { type: 'paragraph', runs: [{ text: '$& {nombre}' }] },
  ])
  expect(filled('<p>{nombre}</p>', '')).toBe('<p>{nombre}</p>')
})

test('a letter of nothing but names does not become endless', () => {
  const name = 'a'.repeat(200)
  const html = `<p>${'{nombre}'.repeat(1000)}</p>`
  expect(filled(html, name).length).toBeLessThan(html.length + 100 * name.length)
})

test('any text without a place for the name stays the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, name) => {
      fc.pre(!asksForName(text))
      const letter: Content = [{ type: 'paragraph', runs: [{ text }] }]
      expect(fillName(letter, name)).toEqual(letter)
    }),
  )
})

test.each(['{', '{ ', '{nombre', '{nombre ', '{ nombre }', ' '])(
  'looking for the place is linear in %j',
  (pump) => {
    const reads = (text: string) => fillName([{ type: 'paragraph', runs: [{ text }] }], 'Ana')
    expect(growsLinearly(reads, (n) => pump.repeat(n))).toBe(true)
  },
)
