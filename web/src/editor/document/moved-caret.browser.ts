import { userEvent } from 'vitest/browser'
import { expect, test, vi } from 'vitest'
import { markProblems } from '../../write/preview-panel.tsx'
import { setLink } from '../commands/marks.ts'
import { editor, withEditor } from '../testing/open-editor.ts'
import '../letter.css'

withEditor({ html: '<p>lo leí en esta página</p>' })

/** Moves the caret like the browser, which fires its event later. */
const text = () => editor.view.dom.querySelector('p')?.firstChild ?? editor.view.dom
const select = (from: number, to: number) => getSelection()?.setBaseAndExtent(text(), from, text(), to)
const key = (name: string, keyCode: number) =>
  editor.view.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, keyCode, bubbles: true, cancelable: true }),
  )
const frame = () => new Promise(requestAnimationFrame)

test('a key acts at the caret before its event has arrived', async () => {
  await userEvent.keyboard('{Control>}a{/Control}')
  select(21, 21)
  key('Enter', 13)
  expect(editor.html()).toBe('<p>lo leí en esta página</p><p></p>')
})

test('a toolbar button acts on a selection made just before', () => {
  select(10, 21)
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  editor.run(setLink('https://a.es'))
  expect(editor.html()).toMatch(/^<p>lo leí en <a .*>esta página<\/a><\/p>$/)
})

test('a redraw keeps a caret moved just before', async () => {
  select(5, 5)
  const problem = { code: 'letter-too-long', detail: 'Es demasiado larga', at: 'letter' } as const
  markProblems(editor.view, [{ problem, ranges: [{ from: 11, to: 15, isNode: false }] }])
  await frame()
  expect([getSelection()?.anchorNode, getSelection()?.anchorOffset]).toEqual([text(), 5])
})

test('after setting a link the caret is behind it, and further text is no link', async () => {
  await userEvent.keyboard('{Control>}a{/Control}')
  editor.run(setLink('https://a.es'))
  await userEvent.keyboard('.{Enter}z')
  expect(editor.html()).toMatch(/^<p><a .*>lo leí en esta página<\/a>\.<\/p><p>z<\/p>$/)
})

test('a key right after focusing moves the caret, also to the start', async () => {
  vi.useFakeTimers({ toFake: ['Date'] }) // no time goes by between the focus and the key
  editor.view.dom.blur()
  editor.run(setLink('https://a.es'))
  await userEvent.keyboard('{Control>}{Home}{/Control}z')
  expect(editor.html()).toMatch(/^<p>z/)
})
