import type { Page } from '@playwright/test'
import { keepInBrowser, letterOf, openWritePage, storedLetter } from './at-the-editor.ts'
import { expect, test } from '../person/journey.ts'

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formato de la carta' }).getByRole('button', { name, exact: true })

/** A desk with one selected word and the toolbar open. */
async function openWith(page: Page, html = '<p>hola</p>') {
  await keepInBrowser(page, { letterContent: html })
  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Formato' }).click()
}

test('[2.33] every format of the toolbar, pressed: what it does to the letter, and that it shows as on @engines', async ({
  page,
}) => {
  await openWith(page)
  const formats = {
    Negrita: '<p><strong>hola</strong></p>',
    Cursiva: '<p><em>hola</em></p>',
    Subrayado: '<p><u>hola</u></p>',
    Tachado: '<p><s>hola</s></p>',
    'Heading 1': '<h1>hola</h1>',
    'Heading 2': '<h2>hola</h2>',
    'Lista numerada': '<ol><li><p>hola</p></li></ol>',
    'Lista con viñetas': '<ul><li><p>hola</p></li></ul>',
    Cita: '<blockquote><p>hola</p></blockquote>',
    'Bloque de código': '<pre><code>hola</code></pre>',
    Centrar: '<p style="text-align: center;">hola</p>',
    'Alinear a la derecha': '<p style="text-align: right;">hola</p>',
    Justificar: '<p style="text-align: justify;">hola</p>',
  }
  for (const [name, html] of Object.entries(formats)) {
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'false')
    await tool(page, name).click()
    expect(await storedLetter(page)).toBe(html)
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true')
    await tool(page, 'Quitar formato').click()
    expect(await storedLetter(page)).toBe('<p>hola</p>')
  }
  for (const [away, back] of [
    ['Heading 1', 'Normal'],
    ['Centrar', 'Alinear a la izquierda'],
  ] as const) {
    await tool(page, away).click()
    await tool(page, back).click()
    expect(await storedLetter(page)).toBe('<p>hola</p>')
    await expect(tool(page, back)).toHaveAttribute('aria-pressed', 'true')
  }
  const colours = {
    'Color del texto': ['Rojo lacre', 'color', 'rgb(140, 47, 43)'],
    'Color de fondo': ['Amarillo', 'background-color', 'rgb(255, 243, 163)'],
  } as const
  for (const [drawer, [name, property, value]] of Object.entries(colours)) {
    await tool(page, drawer).click()
    await page.getByRole('toolbar', { name: drawer }).getByRole('button', { name }).click()
    expect(await storedLetter(page)).toBe(`<p><span style="${property}: ${value};">hola</span></p>`)
    await expect(letterOf(page).locator('span')).toHaveCSS(property, value)
    await tool(page, 'Quitar formato').click()
  }
  expect(await storedLetter(page)).toBe('<p>hola</p>')
})
