import { expect, type Locator, type Page } from '@playwright/test'
import { openStorage } from '../person/visit.ts'

/** The letter's editor, its panel and the buttons around it, as a person finds them. */
export const letterOf = (page: Page) => page.getByRole('textbox', { name: 'Carta' })
export const sendOf = (page: Page) => page.getByRole('button', { name: 'Enviar', exact: true })
export const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Envío' })
export const blockOf = (page: Page, name: 'Remite' | 'Destinatario') => page.getByRole('region', { name })
export const paymentOf = (page: Page) => page.getByRole('dialog', { name: 'Finalizar Pago' })

type RareTool = 'Recuperar' | 'Plantillas' | 'Borrar borrador'
const rareTool = (page: Page, name: RareTool) => page.getByRole('button', { name, exact: true })
async function openMore(page: Page) {
  const more = page.getByRole('button', { name: 'Más herramientas' })
  if ((await more.getAttribute('aria-expanded')) !== 'true') await more.click()
}

/** Presses a tool behind ⋯, which is opened first. */
export async function pressRare(page: Page, name: RareTool) {
  await openMore(page)
  await rareTool(page, name).click()
}
/** Borrar borrador, and yes. */
export async function eraseDraft(page: Page) {
  await pressRare(page, 'Borrar borrador')
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar borrador' }).click()
}
export async function focusRare(page: Page, name: RareTool) {
  await openMore(page)
  await rareTool(page, name).focus()
}

/** /write, alive: one can write, and the panel knows addresses and price. */
export async function openWritePage(page: Page) {
  await page.goto('/write')
  await expect(sendOf(page)).toBeEnabled()
  await expect(letterOf(page)).toBeVisible()
}

/** Entries the browser already holds when the page is opened. */
export async function keepInBrowser(page: Page, entries: Record<string, string>) {
  await openStorage(page)
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, entries)
}

export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** All that is kept, but which fonts this browser has: that comes when it will (design/writing.md#local-storage-keys). */
export const storedKeys = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key !== 'fonts')
      .toSorted(),
  )

/** What stands under that key as JSON, or null. */
export const storedJson = async (page: Page, key: string): Promise<unknown> =>
  JSON.parse((await stored(page, key)) ?? 'null')

/** Editor text as the person reads it, whatever spaces it is kept with. */
export const storedLetter = async (page: Page, key = 'letterContent') =>
  (await stored(page, key))?.replaceAll('&nbsp;', ' ')

/** What the page posts from now on; not the looks at the letter, which come after any pause in the typing. */
export function postsOf(page: Page): string[] {
  const posts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname !== '/letters/preview') posts.push(pathname)
  })
  return posts
}

export async function box(locator: Locator) {
  const found = await locator.boundingBox()
  if (!found) throw new Error('not on the screen')
  return { ...found, right: found.x + found.width, bottom: found.y + found.height }
}

/** Pastes HTML, files or both, as the browser does from its clipboard. */
export const paste = (
  page: Page,
  { html, files = [] }: { html?: string; files?: { base64: string; name: string; type: string }[] },
) =>
  letterOf(page).evaluate(
    (letter, given) => {
      const clipboardData = new DataTransfer()
      if (given.html) clipboardData.setData('text/html', given.html)
      for (const { base64, name, type } of given.files) {
        const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
        clipboardData.items.add(new File([bytes], name, { type }))
      }
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
      // Firefox gives an event that a script made an empty clipboard of its own.
      letter.dispatchEvent(Object.defineProperty(event, 'clipboardData', { value: clipboardData }))
    },
    { html, files },
  )
