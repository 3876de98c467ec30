import { userEvent } from 'vitest/browser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { looksOf, type PartialLooks } from '@lacre/letter/looks/looks.ts'
import '../styles/site.css'
import './letter.css'
import { keepLooks } from './kept-looks.ts'
import { applyLooks } from './looks.ts'
import { editor, host, withEditor } from './testing/open-editor.ts'

const signature = { colour: 'blue' as const, strokes: [[0, 100, 500, 100, 1000, 100]] }
withEditor()
let stop: () => void
beforeEach(() => void ({ stop } = applyLooks(host, editor.view)))
afterEach(() => stop())

const keep = (looks: PartialLooks) => keepLooks(looksOf(looks))
const shown = (label: string) =>
  [...host.querySelectorAll(`[aria-label='${label}']`)].filter((one) => one.checkVisibility())
const placeOf = (label: string) => {
  expect(shown(label)).toHaveLength(1)
  return shown(label)[0]!.getBoundingClientRect()
}
const lineOf = (text: string) => {
  const range = document.createRange()
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.textContent === text) range.selectNodeContents(node)
  return range.getBoundingClientRect()
}

test.each([
  '<p>Hola.</p><p>Un abrazo,</p><p>Ana</p>',
  '<p>Hola.</p><p>Un abrazo,<br>Ana</p>',
  '<p>Hola.</p><p style="text-align: right">Un abrazo,</p><p style="text-align: right">Ana</p>',
])(
  'as on paper the signature stands over the typed name, and is no text: %s (design/paper.md#signature)',
  async (text) => {
    editor.open(text)
    keep({ signature, seal: true })
    const [farewell, name, ink] = [lineOf('Un abrazo,'), lineOf('Ana'), placeOf('Su firma')]
    expect(ink.top).toBeGreaterThan(farewell.bottom - 8)
    expect(ink.bottom).toBeLessThan(name.top + 8)
    const wax = placeOf('Sello de lacre')
    if (text.includes('right')) expect(wax.top).toBeGreaterThan(name.bottom - 8)
    else expect(wax.bottom).toBeLessThan(name.top + 20)
    expect(editor.html().replaceAll('"', '')).not.toContain('svg')
    editor.focus()
    await userEvent.keyboard('{Control>}{End}{/Control} María')
    expect(editor.text()).toContain('Ana María')
  },
)

test('the signature stands under the text, and moves above a name once typed', async () => {
  editor.open('<p>Una frase que termina aquí.</p><p>Un abrazo,</p>')
  keep({ signature })
  expect(placeOf('Su firma').top).toBeGreaterThan(lineOf('Un abrazo,').bottom - 8)
  editor.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}Ana')
  expect(placeOf('Su firma').bottom).toBeLessThan(lineOf('Ana').top + 8)
  keep({})
  expect(shown('Su firma')).toEqual([])
})

test('the seal has the sender’s initial and the chosen shape, also after a reload', () => {
  localStorage.setItem('originAddress', JSON.stringify({ name: 'Álvaro Gil' }))
  editor.open('<p>Un abrazo,</p><p>Ana</p>')
  keep({ seal: 'corazon' })
  expect(placeOf('Sello de lacre').top).toBeGreaterThan(lineOf('Ana').bottom - 8)
  expect(shown('Sello de lacre')[0]!.textContent).toBe('Á')
  const [heart] = shown('Sello de lacre').map((one) => one.innerHTML)
  keep({ seal: 'laurel' })
  expect(localStorage.getItem('letterStyle')).toBe('sellolaurel')
  expect(shown('Sello de lacre')[0]!.innerHTML).not.toBe(heart)
})
