import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { keepInBrowser, letterOf, openWritePage, stored } from './at-the-editor.ts'

const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const drawerOf = (page: Page) => page.getByRole('radiogroup', { name: 'Estilo de la carta' })
const radio = (page: Page, name: string) => drawerOf(page).getByRole('radio', { name })
const large = (page: Page) => page.getByRole('switch', { name: 'Letra grande' })
const countOf = (page: Page) => page.getByText(/^\d+ (de 4 )?páginas(; caben 4)?$/)
const faceOf = (page: Page) =>
  letterOf(page).evaluate((letter) => {
    const { fontFamily, fontSize } = getComputedStyle(letter)
    return `${fontFamily.split(',')[0]} ${fontSize}`
  })
const words = `<p>${'Te escribo esta carta despacio. '.repeat(40)}</p>`

test('letters and size are chosen by keyboard: the editor shows them, the count follows, a reload keeps them (design/paper.md#looks-of-a-letter)', async ({
  page,
  server,
}) => {
  const sent: CreateLetterBody[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('?pdf=no')) sent.push(request.postDataJSON() as CreateLetterBody)
  })
  await signIn(page, server, 'letras@ejemplo.test')
  await keepInBrowser(page, { letterContent: words })
  await openWritePage(page)
  await expect(countOf(page)).toHaveText('1 de 4 páginas')
  expect(sent.at(-1)).not.toHaveProperty('style')
  const before = await faceOf(page)

  await tool(page, 'Estilo de la carta').focus()
  await page.keyboard.press('Enter')
  await expect(radio(page, 'Clásica')).toBeChecked()
  await radio(page, 'Clásica').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => faceOf(page)).toBe('"Caveat Variable" 25.5px')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => faceOf(page)).toBe('"Caveat Variable" 29.75px')
  await expect(radio(page, 'A mano')).toBeChecked()
  await expect(countOf(page)).toHaveText('2 de 4 páginas')
  await expect.poll(() => sent.at(-1)).toMatchObject({ style: 'a-mano', size: 'grande' })
  await expect.poll(() => page.evaluate(() => document.fonts.check('1em "Caveat Variable"'))).toBe(true)
  expect(await stored(page, 'letterStyle')).toBe('a-mano grande')
  expect(await stored(page, 'letterContent')).toBe(words)
  await page.keyboard.press('Escape')
  await expect(letterOf(page)).toBeFocused()

  await page.reload()
  await expect.poll(() => faceOf(page)).toBe('"Caveat Variable" 29.75px')
  await tool(page, 'Estilo de la carta').click()
  await large(page).click()
  await radio(page, 'Clásica').click()
  await expect.poll(() => faceOf(page)).toBe(before)
  expect(await stored(page, 'letterStyle')).toBeNull()
})

test('every block has the face that is printed: headings, lists and quotes, too (design/paper.md#looks-of-a-letter)', async ({
  page,
}) => {
  const letterContent =
    '<h1>Uno</h1><h2>Dos</h2><p>Tres</p><ul><li><p>Cuatro</p></li></ul><blockquote><p>Cinco</p></blockquote>'
  await keepInBrowser(page, { letterContent, letterStyle: 'a-mano' })
  await openWritePage(page)
  for (const written of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'])
    await expect(letterOf(page).getByText(written)).toHaveCSS('font-family', /^"?Caveat Variable/)
})

test('at 320 px every one of them can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openWritePage(page)
  await tool(page, 'Estilo de la carta').click()
  for (const choice of [
    ...['Clásica', 'Libro', 'Máquina', 'A mano'].map((name) => radio(page, name)),
    large(page),
  ]) {
    await choice.click()
    await expect(choice).toBeChecked()
  }
  await expect.poll(() => faceOf(page)).toBe('"Caveat Variable" 29.75px')
})

test('after a reload the letter is shown in its own letters from the first moment, and nothing moves', async ({
  page,
}) => {
  await keepInBrowser(page, { letterContent: words, letterStyle: 'a-mano' })
  await page.addInitScript(() => {
    const seen = { faces: [] as string[], shift: 0 }
    Object.assign(window, { seen })
    const look = () => {
      const letter = document.querySelector('.ProseMirror')
      const face = letter && (getComputedStyle(letter).fontFamily.split(',')[0] ?? '')
      const isThere = face && document.fonts.check(`1em ${face}`)
      if (face && !seen.faces.includes(`${face} ${isThere}`)) seen.faces.push(`${face} ${isThere}`)
      requestAnimationFrame(look)
    }
    look()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      })[])
        if (entry.sources.some(({ node }) => node?.parentElement?.closest('.ProseMirror')))
          seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openWritePage(page)
  for (const open of [() => page.reload(), () => page.goto('/about-us').then(() => page.goto('/write'))]) {
    await open()
    await expect.poll(() => faceOf(page)).toBe('"Caveat Variable" 25.5px')
    await expect(page.getByText('unas 2 páginas')).toBeVisible()
    const seen = await page.evaluate(() => (window as unknown as { seen: object }).seen)
    expect(seen).toEqual({ faces: ['"Caveat Variable" true'], shift: 0 })
  }
})
