import { seconds } from '@lacre/letter/days.ts'
import type { Page } from '@playwright/test'
import { letterOf, openWritePage } from './at-the-editor.ts'
import { allow, expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { editAddress, recipient } from './write-a-letter.ts'
import { sideways } from '../person/visit.ts'

const wide = { width: 1300, height: 900 }
const previewOf = (page: Page) => page.getByRole('region', { name: 'Vista previa' })
const toggleOf = (page: Page) => page.getByRole('button', { name: 'Vista previa' })
const pageOf = (page: Page, number: number) =>
  page.getByRole('region', { name: new RegExp(`^Página ${number} de`) })
const type = (page: Page, text: string) => page.keyboard.insertText(text)

async function openPreview(page: Page, letter: string) {
  await page.setViewportSize(wide)
  await page.goto('/write')
  await expect(toggleOf(page)).toBeEnabled()
  await letterOf(page).click()
  await type(page, letter)
  await toggleOf(page).click()
  // Its reader is loaded now, a third of a megabyte.
  await expect(pageOf(page, 1)).toContainText(letter.slice(-30))
}
const long = (paragraphs: number) =>
  Array.from(
    { length: paragraphs },
    (_, at) => `<p>Párrafo ${at + 1}. ${'Te escribo esta carta despacio. '.repeat(18)}</p>`,
  ).join('')
/** Opens /write with this letter in it, preview open. */
async function openWith(page: Page, html: string, size = wide) {
  await page.setViewportSize(size)
  await page.goto('/')
  await page.evaluate((letter) => {
    localStorage.setItem('letterContent', letter)
    sessionStorage.setItem('vistaPrevia', 'abierta')
  }, html)
  await page.goto('/write')
}

test('the pages follow the typing: figures, recipient, folds and window, without an account @engines', async ({
  page,
}) => {
  await openPreview(page, 'Querido Antonio: te escribo desde Soria.')
  const preview = previewOf(page)
  await expect(preview.getByRole('status')).toHaveText('1 página · 1 hoja · 10,5 g')
  await expect(pageOf(page, 1).locator('canvas')).toBeVisible()
  await expect(pageOf(page, 1)).toContainText('ANTONIO PÉREZ MOLINA')
  await expect(preview.getByText('Ventana del sobre')).toBeVisible()
  await expect(preview.getByText('Pliegue', { exact: true })).toHaveCount(2)

  await letterOf(page).press('Control+End')
  await type(page, ' Aquí ya nieva.')
  await expect(pageOf(page, 1)).toContainText('te escribo desde Soria. Aquí ya nieva.')
  await editAddress(page, 'Destinatario', recipient)
  await expect(pageOf(page, 1)).toContainText('06700 VILLANUEVA DE LA SERENA')

  await preview.getByLabel('Ver pliegues y ventana').uncheck()
  await expect(preview.getByText('Ventana del sobre')).toHaveCount(0)
})

test('problems are said in Spanish, marked where they stand, and lead there', async ({
  page,
  consoleErrors,
}) => {
  const broken = 'data:image/png;base64,AAAA'
  await openWith(page, `<p>Uno ก y dos.</p><p>Tres ก.</p><p><img src="${broken}"></p>${long(30)}`)
  const preview = previewOf(page)
  await expect(preview.getByRole('heading', { name: '3 problemas' })).toBeVisible()
  await expect(preview.getByRole('status')).toContainText(/^\d páginas/)
  const marks = page.locator('.ProseMirror .has-problem')
  await expect(marks.filter({ hasText: 'ก' })).toHaveCount(2)
  await expect(page.locator('.ProseMirror img.has-problem')).toHaveCount(1)
  await expect(preview.getByRole('region', { name: /Página 5 de \d \(no cabe en el envío\)/ })).toBeAttached()

  // Everything from the first word of page five on is marked, and nothing before it.
  const words = (await pageOf(page, 5).locator('p').first().innerText()).slice(0, 25)
  const beyond = page.locator('.ProseMirror .is-beyond')
  await expect.poll(async () => (await beyond.allInnerTexts()).join(' ')).toMatch(new RegExp(`^${words}`))

  const caret = () =>
    page.evaluate(() => getSelection()?.anchorNode?.parentElement?.closest('p')?.textContent)
  const character = preview.getByRole('button', {
    name: /No podemos imprimir «ก» \(una letra tailandesa\), en el .* párrafo/,
  })
  await character.click()
  await expect(letterOf(page)).toBeFocused()
  await expect.poll(caret).toBe('Uno ก y dos.')
  await character.click()
  await expect.poll(caret).toBe('Tres ก.')
  await preview.getByRole('button', { name: /páginas y el máximo son 4/ }).click()
  await expect(page.locator('.ProseMirror .is-beyond').first()).toBeInViewport()

  // Mended, the marks go, and the document never held them.
  expect(await page.evaluate(() => localStorage.getItem('letterContent'))).not.toContain('has-problem')
  await letterOf(page).press('Control+a')
  await type(page, 'Hola.')
  await expect(preview.getByRole('heading', { name: /problema/ })).toHaveCount(0)
  await expect(page.locator('.has-problem, .is-beyond')).toHaveCount(0)
  // The editor itself cannot show the broken picture either.
  allow(consoleErrors, /ERR_INVALID_URL|data:image/)
})

test('without the preview what cannot print is said near Enviar, by its look and place, and leads there', async ({
  page,
  server,
}) => {
  // What a visitor writes stays in the browser till the preview is open (design/writing.md#counted-here).
  await signIn(page, server, 'tailandesa@ejemplo.test')
  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.insertText('Querida prima ก: hoy te escribo.')
  const line = page
    .getByRole('complementary', { name: 'Envío' })
    .getByRole('button', { name: /en el primer párrafo/ })
  await expect(line).toHaveText(
    'No podemos imprimir «ก» (una letra tailandesa), en el primer párrafo, después de «Querida prima». Cámbielo o bórrelo.',
  )
  await line.click()
  await expect(letterOf(page)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(letterOf(page)).toHaveText('Querida prima : hoy te escribo.')
  await expect(line).toHaveCount(0)
})

test('an address that does not fit its window leads to its Editar button', async ({ page }) => {
  await openPreview(page, 'Querida prima: te escribo desde Soria.')
  await editAddress(page, 'Destinatario', { street: 'Calle de la Constitución 48 '.repeat(6) })
  const problem = previewOf(page).getByRole('button', { name: /no cabe en la ventana del sobre/ })
  await problem.click()
  const edit = page.getByRole('region', { name: 'Destinatario' }).getByRole('button', { name: 'Editar' })
  await expect(edit).toBeFocused()
})

test('pages that this browser cannot read are said to be so, and the letter stays', async ({ page }) => {
  // As where its worker does not start: nothing ever answers.
  await page.addInitScript(() => {
    Worker.prototype.postMessage = () => void (document.documentElement.dataset.asked = 'reader')
  })
  await page.clock.install()
  await page.setViewportSize(wide)
  await page.goto('/write')
  await expect(toggleOf(page)).toBeEnabled()
  await letterOf(page).click()
  await type(page, 'Querida prima: te escribo desde Soria.')
  await toggleOf(page).click()
  await expect(page.locator('html[data-asked=reader]')).toBeAttached()
  await page.clock.fastForward(seconds(20))
  await expect(previewOf(page).getByRole('status').first()).toContainText('no ha podido mostrar las páginas')
  await expect(previewOf(page)).not.toContainText('Preparando')
  await expect(letterOf(page)).toContainText('desde Soria')
})

test('at 320 px a drawer: by keyboard, with its text in the accessibility tree, back to where one was', async ({
  page,
}) => {
  await openWith(page, '<h1>Noticias</h1><p>Uno ก.</p><ul><li><p>miel</p></li></ul>', {
    width: 320,
    height: 640,
  })
  const drawer = page.getByRole('dialog', { name: 'Vista previa' })
  await expect(toggleOf(page)).toBeEnabled()
  await expect(drawer).toHaveCount(0) // it never covers the letter by itself
  await toggleOf(page).focus()
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('button', { name: 'Cerrar' })).toBeFocused()
  const sheet = drawer.getByRole('region', { name: 'Página 1 de 1' })
  await expect(sheet.getByRole('heading', { level: 4, name: 'Noticias' })).toBeAttached()
  await expect(sheet.getByRole('listitem')).toContainText('miel')
  expect(await sideways(page)).toBeLessThanOrEqual(0)

  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(toggleOf(page)).toBeFocused()
  await expect(page.locator('.has-problem')).toHaveCount(0)

  await page.keyboard.press('Enter')
  await drawer
    .getByRole('button', { name: /No podemos imprimir «ก» \(una letra tailandesa\), en el .* párrafo/ })
    .press('Enter')
  await expect(drawer).toHaveCount(0)
  await expect(letterOf(page)).toBeFocused()
  await expect(page.locator('.ProseMirror .has-problem')).toHaveText('ก')
})

test('beside the letter it is open again after a reload, and stays closed once it was', async ({ page }) => {
  await openPreview(page, 'Querida prima: hoy te escribo otra vez desde Soria.')
  await page.reload()
  await expect(pageOf(page, 1).locator('canvas')).toBeVisible()
  await toggleOf(page).click()
  await page.reload()
  await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'false')
})
