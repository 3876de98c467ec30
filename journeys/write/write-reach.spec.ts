import type { Preview } from '@lacre/letter/calls.ts'
import type { Locator, Page } from '@playwright/test'
import {
  blockOf,
  box,
  keepInBrowser,
  letterOf,
  openWritePage,
  panelOf,
  paste,
  sendOf,
  storedLetter,
} from './at-the-editor.ts'
import { allow, expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { lettersCame } from '../person/visit.ts'
import { grain, photo } from './photo.ts'

const paragraphs = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `<p>Párrafo ${at + 1}. ${'Te escribo esta carta despacio. '.repeat(18)}</p>`,
  ).join('')
const countOf = (page: Page) => page.getByText(/^(unas )?\d+ (de 4 )?páginas(; caben 4)?$/)
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const caretBottom = (page: Page) =>
  page.evaluate(() => {
    const range = getSelection()!.getRangeAt(0).cloneRange()
    return range.getBoundingClientRect().bottom
  })
/** True if no other element covers its centre. */
const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

/** Sets the browser's own default text size. */
async function setText(page: Page, standard: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
}

for (const [width, height, text] of [
  [390, 844, 16],
  [320, 640, 16],
  [1366, 768, 16],
  // A phone on its side.
  [667, 331, 16],
  [390, 844, 32],
  [1280, 800, 32],
] as const)
  test(`at ${width} × ${height} and text of ${text} px the tools, the count and Enviar are at hand at the end of a long letter`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await setText(page, text)
    await keepInBrowser(page, { letterContent: paragraphs(9) })
    await openWritePage(page)
    await letterOf(page).press('Control+End')
    await page.keyboard.type(' Un abrazo.')
    await expect(countOf(page)).toBeInViewport({ ratio: 1 })
    await tool(page, 'Formato').click()
    await expect(tool(page, 'Normal')).toBeVisible()
    await page.keyboard.type(' Y otro.')
    // The row scrolls sideways.
    const first = tool(page, text > 16 ? 'Heading 1' : 'Normal')
    for (const within of [tool(page, 'Formato'), first, sendOf(page)]) {
      await expect(within).toBeInViewport({ ratio: text > 16 ? 0.8 : 1 })
      expect(await isOnTop(within)).toBe(true)
    }
    // The toolbar does not cover the line with the caret.
    const tools = await box(page.getByRole('toolbar', { name: 'Formato de la carta' }))
    const bottom = await caretBottom(page)
    expect(bottom <= tools.y || bottom - 16 >= tools.bottom).toBe(true)
    expect(bottom).toBeLessThan(height)
    await tool(page, 'Negrita').click()
    await page.keyboard.type('Siempre.')
    expect(await storedLetter(page)).toContain('Y otro.<strong>Siempre.</strong></p>')
  })

test('at 1366 × 650, a laptop with its browser’s bars, both addresses, price and Enviar are in sight, and the page alone scrolls', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 })
  await keepInBrowser(page, { letterContent: paragraphs(9) })
  await openWritePage(page)
  const scrollers = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map(({ className }) => className),
    )
  for (const one of [blockOf(page, 'Remite'), blockOf(page, 'Destinatario'), sendOf(page)]) {
    await expect(one).toBeInViewport({ ratio: 1 })
    expect(await isOnTop(one)).toBe(true)
  }
  await expect(page.getByText('Coste total:')).toBeInViewport({ ratio: 1 })
  expect(await scrollers()).toEqual([])
  await tool(page, 'Firma, sello y código de respuesta').click()
  await expect(page.getByRole('group', { name: 'Final de la carta' })).toBeVisible()
  expect(await scrollers()).toEqual([])
  await tool(page, 'Vista previa').click()
  await expect(page.getByText('Ver pliegues y ventana')).toBeVisible()
  for (const one of [page.getByRole('button', { name: 'Enviar a varias personas' }), sendOf(page)]) {
    await expect(one).toBeInViewport({ ratio: 1 })
    expect(await isOnTop(one)).toBe(true)
  }
  expect(await scrollers()).toEqual([])
})

test('the panel, which scrolls in a low window, cuts no ring of what has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 })
  await openWritePage(page)
  const { right } = await box(panelOf(page))
  const ringOf = (element: HTMLElement | SVGElement) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
    const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset)
    return { outlineStyle, right: element.getBoundingClientRect().right + ring }
  }
  for (const button of await panelOf(page).getByRole('button').all()) {
    await button.focus()
    const ring = await button.evaluate(ringOf)
    expect(ring.outlineStyle).toBe('solid')
    expect(ring.right).toBeLessThanOrEqual(right)
  }
})

test('in a low window, as above a keyboard, no key throws the page about', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 293 })
  await keepInBrowser(page, { letterContent: paragraphs(9) })
  await openWritePage(page)
  await lettersCame(page)
  await letterOf(page).press('Control+End')
  await page.keyboard.type(' Un')
  const places: number[] = []
  for (const key of ' abra') {
    await page.keyboard.type(key)
    places.push(await page.evaluate(() => scrollY))
  }
  expect(new Set(places).size).toBe(1)
})

test('the count follows the letter, as the typesetter counts, without its pages', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'contada@ejemplo.test')
  const answers: Promise<Preview>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/letters/preview?pdf=no')) answers.push(response.json() as Promise<Preview>)
  })
  await keepInBrowser(page, { letterContent: paragraphs(5) })
  await openWritePage(page)
  await expect(countOf(page)).toHaveText('2 de 4 páginas')
  await page.evaluate((html) => localStorage.setItem('letterContent', html), paragraphs(30))
  await page.reload()
  await expect(countOf(page)).toHaveText(/^\d páginas; caben 4$/)
  expect((await Promise.all(answers)).map(({ paper }) => paper?.pdf)).toEqual(answers.map(() => ''))
  // The preview says it then.
  await tool(page, 'Vista previa').click()
  await expect(countOf(page)).toHaveCount(0)
})

test('a letter of heavy photos has its count too, the same as in the preview, and they do not travel for it', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'fotos-contadas@ejemplo.test')
  const sent: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('?pdf=no')) sent.push(request.postData()?.length ?? 0)
  })
  await openWritePage(page)
  await letterOf(page).click()
  for (const [width, height] of [
    [1900, 1300],
    [900, 1400],
    [1200, 800],
    [300, 200],
  ] as const) {
    await page.keyboard.insertText('Mira esta foto, de noche y con mucho grano:')
    const base64 = (await grain(width, height)).toString('base64')
    const before = await page.locator('.ProseMirror img[src^="data:"]').count()
    await paste(page, { files: [{ base64, name: 'noche.jpg', type: 'image/jpeg' }] })
    await expect(page.locator('.ProseMirror img[src^="data:"]')).toHaveCount(before + 1)
    await letterOf(page).press('Control+End')
  }
  expect((await letterOf(page).innerHTML()).length).toBeGreaterThan(1_000_000)
  await expect(countOf(page)).toHaveText('3 de 4 páginas')
  expect(Math.max(...sent)).toBeLessThan(1_000_000)
  await tool(page, 'Vista previa').click()
  await expect(page.getByRole('region', { name: 'Vista previa' }).getByRole('status')).toContainText(
    /^3 páginas/,
  )
})

test('Añadir foto puts a chosen photo where the caret stands', async ({ page }) => {
  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.insertText('Mira:')
  const chosen = page.waitForEvent('filechooser')
  await tool(page, 'Añadir foto').click()
  await (await chosen).setFiles({ name: 'puente.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await expect(page.locator('.ProseMirror img[src^="data:image/jpeg"]')).toHaveCount(1)
  await expect(letterOf(page)).toBeFocused()
  expect(await storedLetter(page)).toMatch(
    /^<p>Mira:<\/p><p style="text-align: center;"><img src="data:image\/jpeg/,
  )
})

test('without a network and a session Enviar keeps the letter on the page and says why', async ({
  page,
  context,
  consoleErrors,
}) => {
  // The count of the pages is asked for after any pause in the typing.
  allow(consoleErrors, /ERR_INTERNET_DISCONNECTED/)
  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.insertText('Sin red.')
  await context.setOffline(true)
  await sendOf(page).click()
  await expect(page.getByText(/ahora no hay conexión\. Su carta sigue guardada aquí/)).toBeInViewport()
  await expect(page).toHaveURL(/\/write$/)
  await expect(letterOf(page)).toContainText('Sin red.')
  await context.setOffline(false)
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login/)
})
