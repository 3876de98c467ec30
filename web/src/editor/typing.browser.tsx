import { userEvent } from 'vitest/browser'
import { expect, test } from 'vitest'
import { editor, withEditor } from './testing/open-editor.ts'
import './letter.css'

withEditor()

test.each([
  ['es', `Dijo "hola" y 'adiós'`, 'Dijo “hola” y ‘adiós’'],
  ['ca', `"L'àvia"`, '«L’àvia»'],
  ['fr', `"L'hiver"`, '«\u202fL’hiver\u202f»'],
  ['de', `"Er sagt 'ja'"`, '„Er sagt ‚ja‘“'],
  ['es', `Un marco de 5" y 6'`, `Un marco de 5" y 6'`],
  ['es', 'Sí -- creo -- y ya...', 'Sí — creo — y ya…'],
  ['es', 'Del 3--5', 'Del 3--5'],
])('in %s typing %s gives the printed sign', async (language, typed, written) => {
  editor.view.dom.lang = language
  await userEvent.keyboard(typed)
  expect(editor.html()).toBe(`<p>${written}</p>`)
})

test.each([
  ['- pan', '<ul><li><p>pan</p></li></ul>'],
  ['* pan', '<ul><li><p>pan</p></li></ul>'],
  ['1. pan', '<ol><li><p>pan</p></li></ol>'],
  ['3. pan', '<p>3. pan</p>'],
])('%s at the beginning of a line', async (typed, html) => {
  await userEvent.keyboard(typed)
  expect(editor.html()).toBe(html)
})

test.each([
  ['"', '<p>"</p>'],
  ['Y...', '<p>Y...</p>'],
  ['--', '<p>--</p>'],
  ['- ', '<p>- </p>'],
])('one Backspace brings back %j as it was typed', async (typed, html) => {
  await userEvent.keyboard(`${typed}{Backspace}`)
  expect(editor.html().replaceAll('&nbsp;', ' ')).toBe(html)
})

test('in code every sign stays as it is typed', async () => {
  editor.open('<pre><code></code></pre>')
  editor.focus()
  await userEvent.keyboard('"a" -- b...')
  expect(editor.html()).toBe('<pre><code>"a" -- b...</code></pre>')
})

test('[2.31] an empty letter shows its placeholder until one writes', async () => {
  const shown = () => getComputedStyle(editor.view.dom.querySelector('p')!, '::before').content
  expect(shown()).toBe('"Escribe aquí tu carta..."')
  await userEvent.keyboard('H')
  expect(shown()).toBe('none')
  await userEvent.keyboard('{Backspace}')
  expect(shown()).toBe('"Escribe aquí tu carta..."')
})
