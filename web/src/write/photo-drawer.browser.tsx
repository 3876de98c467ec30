// @module-tag long
import { page, userEvent } from 'vitest/browser'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../editor/letter.css'
import { undo } from '../editor/undo.ts'
import { editor, host, withEditor } from '../editor/testing/open-editor.ts'
import { usePhotoBar } from './photo-bar.ts'
import Toolbar from './toolbar.tsx'

const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
const src = canvas.toDataURL()
const picture = (attributes = '') => `<p>a<img src="${src}"${attributes}>b</p>`

withEditor({ html: picture() })
let opened = 0
let closePage: () => Promise<void>
function Page() {
  usePhotoBar(editor, () => void opened++)
  return <Toolbar editor={editor} id="bar" tool="format" onClose={() => undefined} />
}
beforeEach(async () => {
  opened = 0
  closePage = (await render(<Page />)).unmount
})
const button = (name: string) => page.getByRole('button', { name, exact: true })
const caption = page.getByRole('textbox', { name: 'Pie de foto' })
const bar = page.getByRole('group', { name: 'Foto elegida' })
const text = () => host.firstElementChild

async function pickByKeyboard() {
  editor.focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}')
  await expect.element(bar).toBeVisible()
}

test('by pointer: a press on the picture shows its bar; pressing a size sets and removes it', async () => {
  await expect.element(bar).not.toBeInTheDocument()
  await userEvent.click(host.querySelector('img')!)
  await expect.element(bar).toBeVisible()
  expect(opened).toBe(1)
  await button('Todo el ancho').click()
  expect(editor.html()).toBe(picture(' data-size="entera"'))
  await expect.element(button('Todo el ancho')).toHaveAttribute('aria-pressed', 'true')
  await button('Todo el ancho').click()
  expect(editor.html()).toBe(picture())
})

test('aligning, turning and removing are one undo step each', async () => {
  await pickByKeyboard()
  await button('Foto centrada').click()
  expect(editor.html()).toBe(picture().replace('<p>', '<p style="text-align: center;">'))
  await button('Foto a la izquierda').click()
  expect(editor.html()).toBe(picture())
  const shape = () => [...host.querySelectorAll('img')].map((one) => [one.naturalWidth, one.naturalHeight])
  await button('Girar la foto').click()
  await expect.poll(shape).toEqual([[30, 40]])
  await button('Quitar la foto').click()
  expect(editor.html()).toBe('<p>ab</p>')
  editor.run(undo)
  editor.run(undo)
  expect(editor.html()).toBe(picture())
})

test('by keyboard: an arrow selects it, Enter leads to its sizes, Tab to its caption, Escape to the text', async () => {
  await pickByKeyboard()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Pequeña')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await expect.element(button('Mediana')).toHaveFocus()
  expect(editor.html()).toBe(picture(' data-size="mediana"'))
  await userEvent.tab()
  await expect.element(caption).toHaveFocus()
  await userEvent.keyboard('  La abuela <b>  en Ronda{Escape}')
  expect(editor.html()).toBe(picture(' data-size="mediana" data-caption="La abuela &lt;b&gt; en Ronda"'))
  await expect.poll(() => document.activeElement).toBe(text())
  await expect.element(bar).toBeVisible()
  await userEvent.keyboard('{ArrowRight}c')
  expect(editor.html()).toContain('>cb</p>')
  await expect.element(bar).not.toBeInTheDocument()
})

test('a picture selected before the tools have loaded stays, and they open for it', async () => {
  await closePage()
  editor.focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}{Enter}')
  expect(editor.html()).toBe(picture())
  expect(opened).toBe(0)
  await render(<Page />)
  expect(opened).toBe(1)
})

test.each([
  ['Color del texto', () => picture(' data-caption="Ronda"')],
  ['Lista con viñetas', () => `<ul><li>${picture(' data-caption="Ronda"')}</li></ul>`],
])('a caption is stored when a tool is pressed next: %s', async (tool, kept) => {
  await pickByKeyboard()
  await caption.fill('Ronda')
  await button(tool).click()
  expect(editor.html()).toBe(kept())
})

test('each is one undo step, however fast', async () => {
  await pickByKeyboard()
  await button('Pequeña').click()
  await caption.fill('Ronda')
  await userEvent.keyboard('{Enter}')
  expect(editor.html()).toBe(picture(' data-size="pequena" data-caption="Ronda"'))
  editor.run(undo)
  expect(editor.html()).toBe(picture(' data-size="pequena"'))
  await expect.element(caption).toHaveValue('')
  editor.run(undo)
  expect(editor.html()).toBe(picture())
})

test('a caption is stored at each key', async () => {
  await pickByKeyboard()
  await caption.click()
  await userEvent.keyboard('La abuela ')
  expect(editor.html()).toBe(picture(' data-caption="La abuela"'))
  await userEvent.keyboard('en Ronda')
  await expect.element(caption).toHaveFocus()
  await expect.element(caption).toHaveValue('La abuela en Ronda')
  expect(editor.html()).toBe(picture(' data-caption="La abuela en Ronda"'))
})

test('consecutive caption keys are one undo step, separate from the text', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await pickByKeyboard()
  await userEvent.keyboard('{ArrowRight}c{ArrowLeft}{ArrowLeft}')
  await caption.click()
  await userEvent.keyboard('Ronda{Escape}')
  await expect.poll(() => document.activeElement).toBe(text())
  await userEvent.keyboard('{ArrowRight}d{ArrowLeft}{ArrowLeft}')
  await caption.click()
  await userEvent.keyboard('{End}, 1974{Enter}')
  const whole = picture(' data-caption="Ronda, 1974"').replace('>b', '>dcb')
  expect(editor.html()).toBe(whole)
  const shown = [undo, undo, undo, undo].map((one) => (editor.run(one), editor.html()))
  expect(shown).toEqual([
    picture(' data-caption="Ronda"').replace('>b', '>dcb'),
    picture(' data-caption="Ronda"').replace('>b', '>cb'),
    picture().replace('>b', '>cb'),
    picture(),
  ])
})

test('the caption is the picture’s name, also after it is changed, and shows under it', async () => {
  editor.open(picture(' alt="x" data-caption="Ronda"'))
  await expect.element(page.getByRole('img', { name: 'Ronda', exact: true })).toBeVisible()
  expect(host.querySelector('.caption')?.textContent).toBe('Ronda')
  await pickByKeyboard()
  await caption.fill('Málaga')
  await userEvent.tab()
  await expect.element(page.getByRole('img', { name: 'Málaga', exact: true })).toBeVisible()
  await caption.fill('')
  await userEvent.tab()
  expect(editor.html()).toBe(picture(' alt="x"'))
  await expect.element(page.getByRole('img', { name: 'x', exact: true })).toBeVisible()
})

test('a caption is at most 120 characters of one line', async () => {
  await pickByKeyboard()
  await expect.element(caption).toHaveAttribute('maxlength', '120')
})

test.each([
  ['pequena', 0.48],
  ['mediana', 0.7],
  ['entera', 1],
])('%s: the same share of the line as on paper', async (size, share) => {
  editor.open(picture(` data-size="${size}"`))
  const shown = () => host.querySelector('img')!.getBoundingClientRect().width
  await expect.poll(() => shown() / text()!.getBoundingClientRect().width).toBeCloseTo(share, 2)
})
