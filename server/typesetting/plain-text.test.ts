import { expect, test } from 'vitest'
import { isEmptyContent, picturesOf, plainText } from './text.ts'
import { contentOf } from './testing/letters.ts'

test('every word is there, in reading order, a line for each paragraph', () => {
  const html =
    '<h1>Uno</h1><ul><li><p>dos</p><ol><li><p>tres</p></li></ol></li></ul><blockquote><p>cua<b>tro</b></p></blockquote><pre><code>cinco\nseis</code></pre><p>siete<br>ocho <img src="https://a.es/a.png" alt="nueve"> <img src="https://a.es/a.png" alt="no" data-caption="diez"></p>'
  expect(plainText(contentOf(html))).toBe('Uno\ndos\ntres\ncuatro\ncinco\nseis\nsiete\nocho nueve diez')
})

test.each([
  '',
  '<p></p>',
  '<p> \u00a0 </p><p><br></p>',
  '<ul><li><p></p></li></ul>',
  '<p>&#8203;&#8205;&#xfeff;</p>',
  '<pre><code>\n\t\n</code></pre>',
  '<script>x</script>',
  '<img src="javascript:x">',
])('%j is an empty letter (design/sending.md#printable)', (html) => {
  expect(isEmptyContent(contentOf(html))).toBe(true)
})

test.each([
  '<p>.</p>',
  '<pre>x</pre>',
  '<blockquote><p>😀</p></blockquote>',
  '<p><img src="https://a.es/a.png"></p>',
])('%j is not', (html) => {
  expect(isEmptyContent(contentOf(html))).toBe(false)
})

test('pictures are listed once each, wherever they are', () => {
  const html =
    '<p><img src="https://a.es/b.png"></p><ul><li><p>x <img src="https://a.es/a.png"></p></li></ul><blockquote><p><img src="https://a.es/b.png"></p></blockquote>'
  expect(picturesOf(contentOf(html))).toEqual(['https://a.es/b.png', 'https://a.es/a.png'])
})
