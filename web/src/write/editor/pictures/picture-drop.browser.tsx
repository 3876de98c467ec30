import { userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openEditor, type Editor } from '../editor.ts'

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
let editor: Editor
let answer: (src: string | undefined) => void
const onProblem = vi.fn()

beforeEach(() => {
  onProblem.mockReset()
  editor = openEditor(document.body.appendChild(document.createElement('div')), {
    pictureSource: () => new Promise((done) => (answer = done)),
    onProblem,
  })
  editor.focus()
})
afterEach(() => {
  editor.close()
  document.body.replaceChildren()
})
const letter = () => document.querySelector('.ProseMirror') ?? document.body
const holding = (type: string, text?: string) => {
  const data = new DataTransfer()
  data.items.add(new File([new Uint8Array(9)], 'x', { type }))
  if (text) data.setData('text/plain', text)
  return data
}
function drop(type: string) {
  const { left, top } = letter().getBoundingClientRect()
  const event = new DragEvent('drop', {
    dataTransfer: holding(type),
    bubbles: true,
    cancelable: true,
    clientX: left + 5,
    clientY: top + 5,
  })
  letter().dispatchEvent(event)
  return event
}
const paste = (type: string, text?: string) =>
  letter().dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: holding(type, text), bubbles: true, cancelable: true }),
  )
const settled = () => new Promise((done) => setTimeout(done))

describe('dropped and pasted pictures (specification, section 2)', () => {
  test.each(['image/png', 'image/jpeg'])('%s is taken', async (type) => {
    for (const come of [drop, paste]) {
      editor.open('')
      come(type)
      answer(pixel)
      await expect.poll(() => editor.html()).toBe(`<p><img src="${pixel}"></p>`)
    }
    expect(onProblem).not.toHaveBeenCalled()
  })

  test.each(['image/gif', 'image/svg+xml', 'application/pdf'])(
    '%s is refused and said, and the page stays',
    (type) => {
      expect(drop(type).defaultPrevented).toBe(true)
      paste(type)
      expect(onProblem.mock.calls).toEqual([['wrong-type'], ['wrong-type']])
      expect(editor.html()).toBe('<p></p>')
    },
  )

  test('what cannot be read is said', async () => {
    paste('image/png')
    answer(undefined)
    await expect.poll(() => onProblem.mock.calls).toEqual([['unreadable']])
    expect(editor.html()).toBe('<p></p>')
  })
})

test('typing on while a picture is scaled moves its place along', async () => {
  editor.open('<p>uno</p><p>dos</p>')
  editor.focus()
  await userEvent.keyboard('{ArrowDown}{End}')
  paste('image/png')
  await userEvent.click(document.querySelector('.ProseMirror p') ?? document.body)
  await userEvent.keyboard('{Home}')
  await userEvent.keyboard('cero ')
  answer(pixel)
  await expect.poll(() => editor.html()).toBe(`<p>cero uno</p><p>dos<img src="${pixel}"></p>`)
})

test('a picture that waits for the last letter does not land in the next', async () => {
  paste('image/png')
  editor.open('<p>otra</p>')
  answer(pixel)
  await settled()
  expect(editor.html()).toBe('<p>otra</p>')
})

test('a picture has a name while one writes, which the letter does not keep (WCAG 1.1.1)', () => {
  const described = `<p><img src="${pixel}"><img src="${pixel}" alt="El puente"></p>`
  editor.open(described)
  const names = [...letter().querySelectorAll('img[draggable]')].map((picture) => picture.getAttribute('alt'))
  expect(names).toEqual(['Imagen de la carta', 'El puente'])
  expect(editor.html()).toBe(described)
})

test('text with a picture of itself, as word processors copy, is pasted as text', async () => {
  paste('image/png', 'hola')
  await settled()
  expect(editor.html()).not.toContain('<img')
  expect(onProblem).not.toHaveBeenCalled()
})

test('a picture dropped into code stands beside it', async () => {
  editor.open('<pre><code>a</code></pre>')
  drop('image/png')
  answer(pixel)
  await expect.poll(() => editor.html()).toContain(pixel)
  expect(editor.html()).not.toMatch(/<code>[^<]*<img/)
})
