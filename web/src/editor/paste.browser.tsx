import { userEvent } from 'vitest/browser'
import { beforeEach, expect, test, vi } from 'vitest'
import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import { fromHtml, toHtml } from './document/html.ts'
import { editor, withEditor } from './testing/open-editor.ts'
import './letter.css'

const field = import.meta.glob<string>('/letter/content/reading/testing/field/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const input = (name: string) => field[`/letter/content/reading/testing/field/${name}`] ?? ''

const onMessage = vi.fn<(sentence: string) => void>()
const pictureSource = vi.fn((file: File) =>
  Promise.resolve({ src: `data:image/png;base64,${btoa(String(file.size))}` }),
)

beforeEach(() => {
  onMessage.mockReset()
  pictureSource.mockClear()
})
withEditor({ html: '<p>Hola</p>', pictureSource, onMessage })
function pasteHere(data: Record<string, string>) {
  const clipboardData = new DataTransfer()
  for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
  document
    .querySelector('.ProseMirror')
    ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
async function paste(data: Record<string, string>) {
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}')
  pasteHere(data)
}
const pasteHtml = (html: string) => paste({ 'text/html': html, 'text/plain': 'x' })

const pages = Object.keys(field).filter((name) => name.endsWith('.html'))

test.each(pages)('%s is read alike by the editor and by the server', (path) => {
  const html = field[path] ?? ''
  const read = readHtml(html)
  expect(toHtml(fromHtml(html))).toBe('content' in read && writeHtml(read.content))
})

test('a list of Word is a list, and one step of undo takes it back', async () => {
  await pasteHtml(input('word-list-windows.html'))
  expect(editor.html()).toContain(
    '<ul><li><p>el paraguas verde</p><ul><li><p>y su funda</p><ul><li><p>la funda de tela</p></li></ul></li></ul></li>',
  )
  expect(editor.html()).not.toMatch(/[§ü·]/)
  expect(editor.html()).toContain('✓ y ganas')
  expect(onMessage).not.toHaveBeenCalled()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(editor.html()).toBe('<p>Hola</p><p></p>')
})

test('right-aligned text stays so in an empty letter; within a line it continues it', async () => {
  const pasted = '<p style="text-align:right">Soria</p><p>Hola</p>'
  const right = '<p style="text-align: right;">Soria</p><p>Hola</p>'
  await pasteHtml(pasted)
  expect(editor.html()).toBe(`<p>Hola</p>${right}`)
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(editor.html()).toBe('<p>Hola</p><p></p>')
  editor.open('<ul><li><p></p></li></ul>')
  editor.focus()
  pasteHere({ 'text/html': pasted })
  expect(editor.html()).toBe(`<ul><li>${right}</li></ul>`)
  editor.open('<p>uno</p>')
  editor.focus()
  await userEvent.keyboard('{End}')
  pasteHere({ 'text/html': pasted })
  expect(editor.html()).toBe('<p>unoSoria</p><p>Hola</p>')
})

test('plain text keeps its lines', async () => {
  await paste({ 'text/plain': input('poem.txt') })
  expect(editor.html()).toBe(
    '<p>Hola</p><p>Por la ventana<br>entra el olor<br>de la lluvia.</p><p>Nadie la espera.</p>',
  )
})

test('plain text takes the marks around it', async () => {
  editor.open('<p><strong>a</strong></p>')
  editor.focus()
  await userEvent.keyboard('{End}')
  pasteHere({ 'text/plain': 'b' })
  expect(editor.html()).toBe('<p><strong>ab</strong></p>')
})

test('one sentence names what a letter cannot have', async () => {
  await pasteHtml(
    '<table><tr><td>Pan</td><td>1 €</td></tr></table><img src="file:///x.png"><del datetime="2026">no</del>',
  )
  expect(editor.html()).toBe('<p>Hola</p><p>Pan · 1 €</p>')
  expect(onMessage.mock.calls).toEqual([
    [
      'De lo que ha pegado, la tabla ha quedado en líneas, los comentarios y lo borrado no han pasado y falta alguna imagen, que no se puede traer (cópiela sola o use Añadir foto).',
    ],
  ])
})

test('a picture in pasted HTML is scaled in place and undone together with the text', async () => {
  const data = `data:image/webp;base64,${btoa('x'.repeat(1000))}`
  await pasteHtml(`<p>uno <img src="${data}" alt="Foto"> dos</p>`)
  await expect
    .poll(() => editor.html())
    .toBe('<p>Hola</p><p>uno <img src="data:image/png;base64,MTAwMA==" alt="Foto"> dos</p>')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(editor.html()).toBe('<p>Hola</p><p></p>')
})

test('a picture that cannot be fetched is removed, with a message', async () => {
  await pasteHtml('<p>uno <img src="http://127.0.0.1:9/needs-login"> dos</p>')
  await expect.poll(() => editor.html()).toBe('<p>Hola</p><p>uno  dos</p>')
  expect(onMessage.mock.calls[0]?.[0]).toContain('falta alguna imagen')
})

test('a copy from the editor pastes unchanged, with colours', async () => {
  await pasteHtml(
    '<p data-pm-slice="1 1 []"><span style="color: rgb(255, 255, 255);">a</span><img src="data:image/png;base64,AA=="></p>',
  )
  expect(editor.html()).toBe(
    '<p>Hola</p><p><span style="color: rgb(255, 255, 255);">a</span><img src="data:image/png;base64,AA=="></p>',
  )
  expect(pictureSource).not.toHaveBeenCalled()
})

test('text with no-break spaces wraps within the line', async () => {
  await pasteHtml(input('nbsp-between-all-words.html'))
  const letter = document.querySelector('.ProseMirror') ?? document.body
  expect(letter.scrollWidth).toBeLessThanOrEqual(letter.clientWidth)
  expect(editor.html()).not.toMatch(/Querida(&nbsp;|[\u202f\u2007\u2060])/)
})

test('a form with fields named like its properties can be pasted', async () => {
  await pasteHtml('<form><input name="localName"><input name="getAttribute"><p>uno</p></form>')
  expect(editor.html()).toBe('<p>Hola</p><p>uno</p>')
})
