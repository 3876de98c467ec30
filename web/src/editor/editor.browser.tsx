import { userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Command } from 'prosemirror-state'
import * as blocks from './commands/blocks.ts'
import { clearFormatting } from './commands/clear-formatting.ts'
import { insertGreeting } from './commands/greeting.ts'
import * as marks from './commands/marks.ts'
import { editor, withEditor } from './testing/open-editor.ts'

const onChange = vi.fn<(html: string) => void>()
withEditor({ onChange })
afterEach(() => vi.restoreAllMocks())

const press = (keys: string) => userEvent.keyboard(keys)
const selectAll = () => press('{Control>}a{/Control}')
async function formatted(html: string, command: Command) {
  editor.open(html)
  editor.focus()
  await selectAll()
  editor.run(command)
  return editor.html()
}
const type = async (text: string, everyMs: number) => {
  for (const letter of text) {
    vi.setSystemTime(Date.now() + everyMs)
    await press(letter)
  }
}
/** Dispatches the key: the driver takes ten times as long. */
const pressZ = (init: KeyboardEventInit = {}) =>
  document
    .querySelector('.ProseMirror')
    ?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true, ...init }),
    )
const undoAll = () => {
  const seen = [editor.html()]
  for (;;) {
    vi.setSystemTime(Date.now() + 2000)
    pressZ()
    if (editor.html() === seen.at(-1)) return seen
    seen.push(editor.html())
  }
}

describe('undo (specification, section 9: grouping 1000 ms, depth 100)', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

  test('[9.17] a second of typing is one step, even without a pause', async () => {
    await type('a'.repeat(20), 180)
    expect(undoAll().map((html) => html.replace(/<.*?>/g, '').length)).toEqual([20, 18, 12, 6, 0])
  })
  test('[9.17] exactly 100 steps, by key and by the browser menu', async () => {
    for (let step = 0; step < 130; step++) {
      vi.setSystemTime(Date.now() + 2000)
      document.execCommand('insertText', false, 'a')
      await Promise.resolve()
    }
    await expect.poll(() => editor.html()).toBe(`<p>${'a'.repeat(130)}</p>`)
    expect(undoAll().length - 1).toBe(100)
    const menu = new InputEvent('beforeinput', { inputType: 'historyUndo', bubbles: true, cancelable: true })
    document.querySelector('.ProseMirror')?.dispatchEvent(menu)
    expect([menu.defaultPrevented, editor.html()]).toEqual([true, `<p>${'a'.repeat(30)}</p>`])
    for (let step = 0; step < 110; step++) pressZ({ shiftKey: true })
    expect(editor.html()).toBe(`<p>${'a'.repeat(130)}</p>`)
  })
})

test('each change gives the HTML, serialising only the changed block', async () => {
  editor.open('<p>uno</p>'.repeat(200))
  await press('x')
  const write = vi.spyOn(Element.prototype, 'innerHTML', 'get')
  await press('y')
  expect(write).toHaveBeenCalledTimes(1)
  expect(onChange.mock.lastCall?.[0]).toContain('xyuno')
})

describe('formats (each by its button: write/toolbar.browser.tsx)', () => {
  test.each([
    ['bold again is off', '<p><strong>a</strong></p>', marks.bold, '<p>a</p>'],
    [
      'no colour takes it away',
      '<p><span style="color: red">a</span></p>',
      marks.textColour(undefined),
      '<p>a</p>',
    ],
    ['a list again is off', '<ul><li><p>a</p></li></ul>', blocks.bulletList, '<p>a</p>'],
    [
      'a list becomes the other',
      '<ul><li><p>a</p></li></ul>',
      blocks.orderedList,
      '<ol><li><p>a</p></li></ol>',
    ],
    ['a heading goes into a list', '<h1>a</h1>', blocks.bulletList, '<ul><li><p>a</p></li></ul>'],
    ['a quote again is off', '<blockquote><p>a</p></blockquote>', blocks.quote, '<p>a</p>'],
    ['code again is off', '<pre><code>a</code></pre>', blocks.codeBlock, '<p>a</p>'],
    ['code takes no bold', '<pre><code>a</code></pre>', marks.bold, '<pre><code>a</code></pre>'],
  ])('%s', async (_, before, command, after) => expect(await formatted(before, command)).toBe(after))

  test.each([
    ['<h1 style="text-align: right"><strong>a</strong> <a href="https://a.es">b</a></h1>', '<p>a b</p>'],
    ['<p style="text-align: center"><u><span style="color: red">a</span></u></p>', '<p>a</p>'],
    [
      '<ul><li><p><em>a</em></p></li><li><p>b</p></li></ul><pre><code>c</code></pre>',
      '<p>a</p><p>b</p><p>c</p>',
    ],
    ['<blockquote><h2>a</h2><p>b</p></blockquote>', '<p>a</p><p>b</p>'],
  ])('clear formatting of %s, undone in one step', async (before, after) => {
    editor.open(before)
    const original = editor.html()
    expect(await formatted(before, clearFormatting)).toBe(after)
    await press('{Control>}z{/Control}')
    expect(editor.html()).toBe(original)
  })
})

describe('links (specification, section 2)', () => {
  test.each([
    ['https://a.es', 'https://a.es'],
    ['http://a.es', 'http://a.es'],
    ['mailto:a@b.es', 'mailto:a@b.es'],
    ['tel:+34600', 'tel:+34600'],
    ['sms:+34600', 'sms:+34600'],
    ['www.a.es', 'https://www.a.es'],
    ['ftp://a.es/x', 'about:blank'],
    ['JaVa\tScRiPt:alert(1)', 'about:blank'],
    [' javascript:alert(1)', 'about:blank'],
    ['data:text/html,<script>alert(1)</script>', 'about:blank'],
  ])('%j becomes %j', async (typed, href) =>
    expect(await formatted('<p>hola</p>', marks.setLink(typed))).toContain(`href="${href}"`),
  )

  test('the link around the caret is changed or removed whole; without a selection the address is inserted', async () => {
    editor.open('<p>x <a href="https://a.es">un <strong>sitio</strong></a></p>')
    editor.focus()
    await press('{End}{ArrowLeft}')
    expect(editor.format().link).toBe('https://a.es')
    editor.run(marks.setLink('https://b.es'))
    expect(editor.html().match(/https:\/\/b\.es/g)?.length).toBe(editor.html().match(/<a /g)?.length)
    editor.run(marks.removeLink)
    expect(editor.html()).toBe('<p>x un <strong>sitio</strong></p>')
    editor.open('')
    editor.run(marks.setLink('https://c.es'))
    expect(editor.html()).toContain('>https://c.es</a>')
  })
})

test('unknown elements are removed, and no script runs', async () => {
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined)
  editor.open(
    '<img src=x onerror=alert(1)><svg onload=alert(1)></svg><script>alert(1)</script><iframe src="javascript:alert(1)"></iframe><img src="data:image/svg+xml,<svg onload=alert(1)>"><p onclick=alert(1) style="position:fixed;background:url(x)">t</p><details open ontoggle=alert(1)>d</details>',
  )
  // A picture that fails after those of the letter.
  await new Promise((done) => Object.assign(new Image(), { onerror: done, src: 'x' }))
  expect(alert).not.toHaveBeenCalled()
  expect(editor.html()).toBe('<p>t</p><p>d</p>')
})

describe('keyboard (WCAG 2.1.2)', () => {
  const isInEditor = () => document.activeElement?.classList.contains('ProseMirror')
  const next = document.createElement('button')
  beforeEach(() => document.body.append(next))
  afterEach(() => next.remove())

  test('Tab leaves the letter', async () => {
    await press('a{Tab}')
    expect([isInEditor(), editor.html()]).toEqual([false, '<p>a</p>'])
  })
  test('in a list Tab moves the item; after Escape it leaves', async () => {
    editor.open('<ul><li><p>a</p></li><li><p>b</p></li></ul>')
    editor.focus()
    await press('{ArrowDown}')
    await press('{Tab}')
    expect([isInEditor(), editor.html()]).toEqual([
      true,
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
    ])
    await press('{Escape}{Tab}')
    expect(isInEditor()).toBe(false)
  })
})

test('the editor is a named multiline textbox in Spanish with the placeholder of the specification', () => {
  const box = document.querySelector('.ProseMirror')
  expect(['role', 'aria-multiline', 'aria-label', 'lang'].map((name) => box?.getAttribute(name))).toEqual([
    'textbox',
    'true',
    'Carta',
    'es',
  ])
  expect(document.querySelector('.is-empty')?.getAttribute('data-placeholder')).toBe(
    'Escribe aquí tu carta...',
  )
})

test('the first letter of a list decides the side of its markers, without a trace in the HTML', () => {
  const html =
    '<ul><li><p>خبز</p><ol start="3"><li><p>Pan</p></li></ol></li></ul><ol><li><p>Sal</p></li><li><p>ملح</p></li></ol>'
  editor.open(html)
  const lists = [...document.querySelectorAll('.ProseMirror :is(ul, ol)')]
  expect(lists.map((list) => getComputedStyle(list).direction)).toEqual(['rtl', 'ltr', 'ltr'])
  expect(document.querySelector<HTMLOListElement>('ul ol')?.start).toBe(3)
  expect(editor.html()).toBe(html)
})

test.each([
  ['<p>Queridos todos:</p><p>Felices fiestas.</p>', '<p>{saludo}:</p><p>Felices fiestas.</p>'],
  [
    '<p>Soria, 3 de mayo</p><p>Hola, Ana</p><p>¿Qué tal?</p>',
    '<p>Soria, 3 de mayo</p><p>{saludo}:</p><p>¿Qué tal?</p>',
  ],
  ['<p>Felices fiestas.</p>', '<p>{saludo}:</p><p>Felices fiestas.</p>'],
  ['<p>Hola, Ana. Te escribo desde Soria.</p>', '<p>{saludo}:</p><p>Hola, Ana. Te escribo desde Soria.</p>'],
  ['', '<p>{saludo}:</p>'],
])(
  'each recipient’s greeting comes in the place of the letter’s: %s (design/sending.md#several-recipients)',
  (html, greeted) => {
    editor.open(html)
    editor.change(insertGreeting)
    expect(editor.html()).toBe(greeted)
  },
)
