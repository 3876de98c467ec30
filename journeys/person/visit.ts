import { expect, type Page } from '@playwright/test'

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** React has taken the page over: only from then on a link leads on without a new document. */
const isTakenOver = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )

export const takenOver = (page: Page) => expect.poll(() => isTakenOver(page)).toBe(true)

/** The site's letters, which are as wide and high as those before them only to three pixels: what is measured from now on stays. */
export const lettersCame = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('fonts'))).not.toBeNull()

/** Holds requests for such addresses until the returned function is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.fallback()
  })
  return gate.resolve
}

/** Opens an address and waits until the page is alive. */
export async function visit(page: Page, address: string) {
  await page.goto(address)
  await takenOver(page)
}

/** Opens a file of the site: its local storage is there, and nothing runs. */
export async function openStorage(page: Page, site = '') {
  const file = '/service-worker.js'
  if (!page.url().endsWith(file)) await page.goto(site + file)
}

/** Follows a link or a redirect as the site itself does, within the document. */
export const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => history.pushState(null, '', to), path)

export async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menú de la cuenta' }).click()
  return page.getByRole('group', { name: 'Menú de la cuenta' })
}

/** By how many pixels the page is wider than its window. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** A computed style of the first element found. */
export const styleOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

/** How many columns a grid has at this moment. */
export const columnsOf = async (page: Page, selector: string) =>
  (await styleOf(page, selector, 'grid-template-columns')).split(' ').length
