// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growsLinearly } from '@lacre/letter/content/testing/growth.ts'
import type { Content, Run } from '@lacre/letter/content/tree.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import { asksFor } from '@lacre/letter/recipients/called.ts'
import { fillIn } from './fill-in.ts'
import { contentOf } from './testing/letters.ts'

const fillName = (content: Content, nombre: string) =>
  fillIn(content, { nombre, saludo: `Querida ${nombre}` })
const filled = (html: string, name = 'Ana') => writeHtml(fillName(contentOf(html), name))

test.each([
  ['<p>Hola, {nombre}: {nombre}</p>', '<p>Hola, Ana: Ana</p>'],
  ['<p>{Nombre} { NOMBRE }</p>', '<p>Ana Ana</p>'],
  ['<p>{saludo}: {nombre}</p>', '<p>Querida Ana: Ana</p>'],
  ['<p>{Sal<b>udo</b>}: hola</p>', '<p>Querida Ana: hola</p>'],
  ['<p>Para <b>{nombre}</b></p>', writeHtml(contentOf('<p>Para <b>Ana</b></p>'))],
  [
    '<ul><li>{nombre}</li></ul><blockquote><h1>{nombre}</h1></blockquote>',
    writeHtml(contentOf('<ul><li>Ana</li></ul><blockquote><h1>Ana</h1></blockquote>')),
  ],
])('%s names the recipient (design/sending.md#several-recipients)', (html, expected) => {
  expect(filled(html)).toBe(expected)
})

test.each([
  ['<p>Hola, {nom<b>bre</b>}: adiós</p>', '<p>Hola, Ana: adiós</p>'],
  ['<p><b>{nom</b>bre} y <i>tú</i></p>', '<p><b>Ana</b> y <i>tú</i></p>'],
  ['<p><u>Hola {</u><b>n</b><i>o</i><b>mbre</b><s>}!</s></p>', '<p><u>Hola Ana</u><s>!</s></p>'],
  ['<p>{nom<a href="https://a.es/">bre} aquí</a></p>', '<p>Ana<a href="https://a.es/"> aquí</a></p>'],
  ['<p>{nom<b>bre}{nom</b>bre} {nombre}</p>', '<p>Ana<b>Ana</b> Ana</p>'],
  ['<p><b>{nombre}</b>{<b>nombre</b>}<b>{nombre}</b></p>', '<p><b>Ana</b>Ana<b>Ana</b></p>'],
])('%s, marked in parts, names the recipient in the look it begins with', (html, expected) => {
  expect(fillName(contentOf(html), 'Ana')).toEqual(contentOf(expected))
})

test.each([
  '<p>{nom<br>bre}</p>',
  '<p>{nom</p><p>bre}</p>',
  '<p>{nom<img src="https://a.es/b.png">bre}</p>',
  '<p><a href="https://a.es/{nombre}">aquí</a></p>',
  '<pre>{nombre}</pre>',
  '<p>{apellido} {nombre y apellido}</p>',
])('%s stays as it is', (html) => {
  expect(filled(html)).toBe(writeHtml(contentOf(html)))
})

test('what is written in a name is text, whatever it looks like; without a name the place stays', () => {
  expect(fillName(contentOf('<p>{nombre}</p>'), '$& {nombre}')).toEqual([
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
      fc.pre(!Object.values(asksFor(text)).some(Boolean))
      const letter: Content = [{ type: 'paragraph', runs: [{ text }] }]
      expect(fillName(letter, name)).toEqual(letter)
    }),
  )
})

test('looking for the place is linear in the parts of a paragraph', () => {
  const reads = (runs: Run[]) => fillName([{ type: 'paragraph', runs }], 'Ana')
  const marked = (text: string, at: number): Run => (at % 2 ? { text, bold: true } : { text })
  const parts = ['{nom', 'bre', '} ']
  expect(
    growsLinearly(reads, (n) =>
      Array.from({ length: n }, () => parts)
        .flat()
        .map(marked),
    ),
  ).toBe(true)
})

test.each(['{', '{ ', '{nombre', '{nombre ', '{ nombre }', ' '])(
  'looking for the place is linear in %j',
  (pump) => {
    const reads = (text: string) => fillName([{ type: 'paragraph', runs: [{ text }] }], 'Ana')
    expect(growsLinearly(reads, (n) => pump.repeat(n))).toBe(true)
  },
)
