import { page, userEvent } from 'vitest/browser'
import { beforeEach, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { editor, host, withEditor } from '../editor/testing/open-editor.ts'
import Toolbar from './toolbar.tsx'

withEditor({ html: '<p>hola</p>' })
beforeEach(async () => {
  await render(<Toolbar editor={editor} id="bar" tool="format" onClose={() => undefined} />)
  await userEvent.keyboard('{Control>}a{/Control}')
})
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('each button applies its format and is pressed (specification, section 2)', () => {
  test.each([
    ['Negrita', '<p><strong>hola</strong></p>'],
    ['Cursiva', '<p><em>hola</em></p>'],
    ['Subrayado', '<p><u>hola</u></p>'],
    ['Tachado', '<p><s>hola</s></p>'],
    ['Heading 1', '<h1>hola</h1>'],
    ['Heading 2', '<h2>hola</h2>'],
    ['Lista numerada', '<ol><li><p>hola</p></li></ol>'],
    ['Lista con viñetas', '<ul><li><p>hola</p></li></ul>'],
    ['Cita', '<blockquote><p>hola</p></blockquote>'],
    ['Bloque de código', '<pre><code>hola</code></pre>'],
    ['Centrar', '<p style="text-align: center;">hola</p>'],
    ['Alinear a la derecha', '<p style="text-align: right;">hola</p>'],
    ['Justificar', '<p style="text-align: justify;">hola</p>'],
  ])('[2.33] %s', async (name, html) => {
    await expect.element(button(name)).toHaveAttribute('aria-pressed', 'false')
    await button(name).click()
    expect(editor.html()).toBe(html)
    await expect.element(button(name)).toHaveAttribute('aria-pressed', 'true')
    expect(document.activeElement).toBe(host.firstElementChild)
  })

  test('[2.33] Normal and Alinear a la izquierda are pressed in a plain paragraph and restore it', async () => {
    for (const [other, back] of [
      ['Heading 1', 'Normal'],
      ['Centrar', 'Alinear a la izquierda'],
    ] as const) {
      await expect.element(button(back)).toHaveAttribute('aria-pressed', 'true')
      await button(other).click()
      await expect.element(button(back)).toHaveAttribute('aria-pressed', 'false')
      await button(back).click()
      expect(editor.html()).toBe('<p>hola</p>')
    }
  })

  test('Quitar formato', async () => {
    await button('Heading 1').click()
    await button('Negrita').click()
    await button('Quitar formato').click()
    expect(editor.html()).toBe('<p>hola</p>')
  })
})

test.each([
  [
    'Color del texto',
    'Rojo lacre',
    'Tinta normal',
    '<p><span style="color: rgb(140, 47, 43);">hola</span></p>',
  ],
  [
    'Color de fondo',
    'Amarillo',
    'Sin fondo',
    '<p><span style="background-color: rgb(255, 243, 163);">hola</span></p>',
  ],
])('[2.33] %s: sets and removes a named colour', async (opener, name, none, html) => {
  await button(opener).click()
  await expect.element(button(opener)).toHaveAttribute('aria-expanded', 'true')
  await button(name).click()
  expect(editor.html()).toBe(html)
  await expect.element(button(opener)).toHaveAttribute('aria-expanded', 'false')
  await button(opener).click()
  await expect.element(button(name)).toHaveAttribute('aria-pressed', 'true')
  await button(none).click()
  expect(editor.html()).toBe('<p>hola</p>')
})

test('Enlace: sets, changes and removes a link', async () => {
  await button('Enlace').click()
  const address = page.getByRole('textbox', { name: 'Dirección del enlace' })
  await expect.element(address).toHaveFocus()
  await userEvent.keyboard('www.a.es{Enter}')
  expect(editor.html()).toContain('href="https://www.a.es"')
  await button('Enlace').click()
  await expect.element(address).toHaveValue('https://www.a.es')
  await address.fill('mailto:a@b.es')
  await button('Cambiar enlace').click()
  expect(editor.html()).toContain('href="mailto:a@b.es"')
  await button('Enlace').click()
  await button('Quitar enlace').click()
  expect(editor.html()).toBe('<p>hola</p>')
})

test.each([
  ['', 'Escriba la dirección del enlace'],
  ['ftp://a.es', 'Ese tipo de dirección no se admite en una carta'],
  ['javascript:alert(1)', 'Ese tipo de dirección no se admite en una carta'],
])('Enlace: %j is refused with a reason', async (typed, message) => {
  await button('Enlace').click()
  await page.getByRole('textbox', { name: 'Dirección del enlace' }).fill(typed)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(message)).toBeVisible()
  expect(editor.html()).toBe('<p>hola</p>')
})

test('one tab stop, arrows inside, Escape leaves a drawer for the letter', async () => {
  const stops = document.querySelectorAll('[role=toolbar] button[tabindex="0"]')
  expect([...stops].map((stop) => stop.getAttribute('aria-label'))).toEqual(['Heading 1'])
  ;(stops[0] as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(button('Quitar formato')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Dirección del enlace' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(host.firstElementChild)
})

test('in code, formats that it cannot have are disabled', async () => {
  await button('Bloque de código').click()
  for (const name of ['Negrita', 'Color del texto', 'Enlace'])
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
})
