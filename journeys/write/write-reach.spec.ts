import type { Preview } from '@lacre/letter/calls.ts'
import type { Locator, Page } from '@playwright/test'
import { box, keepInBrowser, letterOf, openDesk, sendOf, storedLetter } from './at-the-editor.ts'
import { allow, expect, test } from '../person/journey.ts'
import { photo } from './photo.ts'

const paragraphs = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `<p>Párrafo ${at + 1}. ${'Te escribo esta carta despacio. '.repeat(18)}</p>`,
  ).join('')
const countOf = (page: Page) => page.getByText(/^\d+ (de 4 )?páginas(; caben 4)?$/)
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const caretBottom = (page: Page) =>
  page.evaluate(() => {
    const range = getSelection()!.getRangeAt(0).cloneRange()
    return range.getBoundingClientRect().bottom
  })
/** Nothing lies over its middle. */
const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

for (const [width, height] of [
  [390, 844],
  [390, 500],
  [320, 640],
  [1280, 600],
  [1366, 768],
] as const)
  test(`at ${width} × ${height} the tools, the count and Enviar are at hand at the end of a long letter`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await keepInBrowser(page, { letterContent: paragraphs(9) })
    await openDesk(page)
    await letterOf(page).press('Control+End')
    await page.keyboard.type(' Un abrazo.')
    await expect(countOf(page)).toBeInViewport({ ratio: 1 })
    await tool(page, 'Formato').click()
    await expect(tool(page, 'Normal')).toBeVisible()
    await page.keyboard.type(' Y otro.')
    for (const within of [tool(page, 'Formato'), tool(page, 'Normal'), sendOf(page)]) {
      await expect(within).toBeInViewport({ ratio: 1 })
      expect(await isOnTop(within)).toBe(true)
    }
    // The line one writes on is not behind the tools.
    const tools = await box(page.getByRole('toolbar', { name: 'Formato de la carta' }))
    const bottom = await caretBottom(page)
    expect(bottom <= tools.y || bottom - 16 >= tools.bottom).toBe(true)
    expect(bottom).toBeLessThan(height)
    await tool(page, 'Negrita').click()
    await page.keyboard.type('Siempre.')
    expect(await storedLetter(page)).toContain('Y otro.<strong>Siempre.</strong></p>')
  })

test('the count follows the letter, as the typesetter counts, without its pages', async ({ page }) => {
  const answers: Promise<Preview>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/letters/preview?pdf=no')) answers.push(response.json() as Promise<Preview>)
  })
  await keepInBrowser(page, { letterContent: paragraphs(7) })
  await openDesk(page)
  await expect(countOf(page)).toHaveText('2 de 4 páginas')
  await page.evaluate((html) => localStorage.setItem('letterContent', html), paragraphs(30))
  await page.reload()
  await expect(countOf(page)).toHaveText(/^\d páginas; caben 4$/)
  expect((await Promise.all(answers)).map(({ paper }) => paper?.pdf)).toEqual(answers.map(() => ''))
  // The preview says it then.
  await tool(page, 'Vista previa').click()
  await expect(countOf(page)).toHaveCount(0)
})

test('Añadir foto puts a chosen photo where the caret stands', async ({ page }) => {
  await openDesk(page)
  await letterOf(page).click()
  await page.keyboard.insertText('Mira:')
  await tool(page, 'Formato').click()
  const chosen = page.waitForEvent('filechooser')
  await tool(page, 'Añadir foto').click()
  await (await chosen).setFiles({ name: 'puente.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await expect(page.locator('.ProseMirror img[src^="data:image/jpeg"]')).toHaveCount(1)
  await expect(letterOf(page)).toBeFocused()
  expect(await storedLetter(page)).toMatch(/^<p>Mira:<img src="data:image\/jpeg/)
})

test('without a network and a session Enviar keeps the letter on the page and says why', async ({
  page,
  context,
  complaints,
}) => {
  // The count of the pages is asked for after any pause in the typing.
  allow(complaints, /ERR_INTERNET_DISCONNECTED/)
  await openDesk(page)
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
