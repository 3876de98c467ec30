import type { Page } from '@playwright/test'
import { keepInBrowser, letterOf, openDesk, paste, storedLetter } from './at-the-editor.ts'
import { expect, test } from '../person/journey.ts'

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formato de la carta' }).getByRole('button', { name, exact: true })

/** A desk with one selected word and the toolbar open. */
async function openWith(page: Page, html = '<p>hola</p>') {
  await keepInBrowser(page, { letterContent: html })
  await openDesk(page)
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

test('[2.34, 5.18] links keep http, https, mailto, tel and sms; every other protocol, loaded or pasted, becomes about:blank', async ({
  page,
}) => {
  const kept = ['http://a.es/', 'https://a.es/', 'mailto:a@b.es', 'tel:+34911234567', 'sms:+34611234567']
  const refused = [
    'ftp://a.es/',
    'javascript:alert(1)',
    ' JaVa\tScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
  ]
  const links = [...kept, ...refused].map((href) => `<p><a href="${href}">aquí</a></p>`).join('')
  const seen = () =>
    letterOf(page)
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const expected = [...kept, ...refused.map(() => 'about:blank')]

  await keepInBrowser(page, { letterContent: links })
  await openDesk(page)
  expect(await seen()).toEqual(expected)
  await letterOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  expect(await seen()).toEqual([])
  await paste(page, { html: links })
  expect(await seen()).toEqual(expected)
  expect(await storedLetter(page)).not.toMatch(/script:|ftp:|data:|file:|blob:/i)

  // Typed into the drawer such an address is refused before it is a link at all.
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Formato' }).click()
  await tool(page, 'Quitar formato').click()
  await tool(page, 'Enlace').click()
  await page.getByLabel('Dirección del enlace').fill('ftp://a.es')
  await page.getByRole('button', { name: 'Poner enlace' }).click()
  await expect(page.getByText('Ese tipo de dirección no se admite en una carta')).toBeVisible()
  await page.getByLabel('Dirección del enlace').fill('www.rae.es')
  await page.getByRole('button', { name: 'Poner enlace' }).click()
  expect(new Set(await seen())).toEqual(new Set(['https://www.rae.es']))
})

test('[2.35, 5.18] pictures keep http, https and data addresses; with any other they are not in the letter', async ({
  page,
}) => {
  const drawing =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWPo0dfGihiGlgQAkFI5gahePbcAAAAASUVORK5CYII='
  const body = Buffer.from(drawing.split(',')[1] ?? '', 'base64')
  await page.route(/fotos\.ejemplo\.test/, (route) => route.fulfill({ contentType: 'image/png', body }))
  const kept = ['http://fotos.ejemplo.test/a.png', 'https://fotos.ejemplo.test/b.png', drawing]
  const refused = ['ftp://a.es/a.png', 'javascript:alert(1)', 'file:///a.png', 'blob:x', 'about:blank']
  const pictures = [...kept, ...refused].map((src) => `<p>x<img src="${src}"></p>`).join('')
  const images = letterOf(page).locator('img:not(.ProseMirror-separator)')
  const seen = () => images.evaluateAll((all) => all.map((image) => image.getAttribute('src')))

  await keepInBrowser(page, { letterContent: pictures })
  await openDesk(page)
  expect(await seen()).toEqual(kept)
  for (const image of await images.all()) await expect(image).toHaveJSProperty('naturalWidth', 8)
  await letterOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await paste(page, { html: pictures })
  // What comes inside the text is scaled as a dropped picture is.
  const scaled = expect.stringMatching(/^data:image\/(png|jpeg);base64,/)
  await expect.poll(seen).toEqual([...kept.slice(0, 2), scaled])
})

test('[3.4] the draft is one piece of HTML, and comes back as it was', async ({ page }) => {
  const html =
    '<h1 style="text-align: center;">Título</h1><p>uno <strong><em>dos</em></strong> <a href="https://a.es/" rel="noopener noreferrer" target="_blank">tres</a></p><ul><li><p>cuatro</p></li></ul><pre><code>cinco</code></pre>'
  await keepInBrowser(page, { letterContent: html })
  await openDesk(page)
  await letterOf(page).getByText('cinco').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  expect(await storedLetter(page)).toBe(html.replace('cinco', 'cinco!'))
  await page.reload()
  await expect(letterOf(page).locator('pre')).toHaveText('cinco!')
  await expect(letterOf(page).locator('h1')).toHaveCSS('text-align', 'center')
})

test('a pasted table becomes lines, its cells kept together (design.md#nothing-lost-on-error)', async ({
  page,
}) => {
  await openDesk(page)
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  await paste(page, {
    html: `<table><tbody>${row('Pan', '2 kg')}${row('<p>Vino</p>', '<b>3 l</b>')}</tbody></table>`,
  })
  await expect(letterOf(page).getByRole('paragraph')).toHaveText(['Pan · 2 kg', 'Vino · 3 l'])
  await expect(letterOf(page).getByRole('strong')).toHaveText('3 l')
})
