import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { parseText, toElements } from './text-page.tsx'

const Operator = () => createElement('p', null, 'Ana Ruiz')
const htmlOf = (source: string) => renderToStaticMarkup(toElements(parseText(source), { Operator }))

test.each([
  ['line breaks', 'una\notra', '<p>una<br/>\notra</p>'],
  ['struck out text', '~~no~~', '<p><del>no</del></p>'],
  ['tables', '| a |\n| -: |\n| 1 |', '<td align="right">1</td>'],
  ['tables that scroll by keyboard too', '| a |\n| - |', 'tabindex="0" class="scrolls"><table>'],
  ['task lists', '- [x] hecho', '<input type="checkbox" disabled="" checked=""/>'],
  ['bare addresses', 'https://www.aepd.es', '<a href="https://www.aepd.es">'],
])('[2.77] texts: GitHub-style markdown, %s', (_, source, html) => {
  expect(htmlOf(source)).toContain(html)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[pulse](javascript:alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
])('texts: %s does no harm (specification, section 2: sanitised)', (source) => {
  expect(htmlOf(source)).not.toMatch(/<script|onerror=|href="javascript|src="data:|<svg/)
})

test('texts: a component replaces its placeholder paragraph only', () => {
  expect(htmlOf('a\n\n{{Operator}}\n\nb {{Operator}}')).toContain('<p>Ana Ruiz</p>')
  expect(htmlOf('b {{Operator}}')).toBe('<p>b {{Operator}}</p>')
  expect(htmlOf('{{toString}}')).toBe('<p>{{toString}}</p>')
})
