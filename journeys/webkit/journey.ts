import { test as base, expect } from '@playwright/test'
import { tokenOf } from '../person/paid-letter.ts'
import { openServer, type Server } from '../server/server.ts'
import { Browser } from './browser.ts'
import { openDriver, type Driver } from './driver.ts'

/** A journey in WebKitGTK, Safari's engine, which Playwright cannot drive. */
export const test = base.extend<
  { safari: Browser; openPhone: (width: number, height: number) => Promise<Browser> },
  { server: Server }
>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const server = await openServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  safari: async ({ server }, use, info) => {
    const { safari, driver } = await openSafari(server)
    await use(safari)
    if (info.status !== info.expectedStatus)
      await info.attach('screenshot', { body: await safari.screenshot(), contentType: 'image/png' })
    await safari.close()
    await driver.close()
  },
  openPhone: async ({ server }, use, info) => {
    const opened: Opened[] = []
    await use(async (width, height) => {
      // 334 px is the narrowest of all.
      const one = await openSafari(server, width < 334 ? 17 / 16 : 1)
      opened.push(one)
      await one.safari.becomePhone(width, height)
      return one.safari
    })
    for (const { safari, driver } of opened) {
      if (info.status !== info.expectedStatus)
        await info.attach('screenshot', { body: await safari.screenshot(), contentType: 'image/png' })
      await safari.close()
      await driver.close()
    }
  },
})

type Opened = { safari: Browser; driver: Driver }

/** The driver finds a free port, lets it go and names it to the browser: who takes it meanwhile leaves it waiting. */
async function openSafari(server: Server, zoom = 1, tries = 3): Promise<Opened> {
  const driver = await openDriver(zoom)
  try {
    return { driver, safari: await Browser.open(driver, server.url) }
  } catch (error) {
    await driver.close()
    if (tries === 1) throw error
    return openSafari(server, zoom, tries - 1)
  }
}

export { expect }

export async function signIn(safari: Browser, server: Server, email: string): Promise<string> {
  const token = await tokenOf(server, email)
  await safari.goto('/')
  await safari.run((kept) => localStorage.setItem('token', kept), token)
  return token
}

/** /write, alive. */
export async function openWritePage(safari: Browser) {
  await safari.goto('/write')
  await isAlive(safari)
}

export const isAlive = (safari: Browser) =>
  expect
    .poll(() =>
      safari.run(() => {
        const send = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Enviar')
        return send !== undefined && send.ariaDisabled !== 'true' && !send.disabled
      }),
    )
    .toBe(true)

export const letter = (safari: Browser) => safari.run(() => document.querySelector('.ProseMirror')?.innerHTML)

/** Types at the end of the letter. */
export async function typeOn(safari: Browser, text: string) {
  await safari.click('textbox', 'Carta')
  await safari.press('Control+End')
  await safari.type(text)
}

export async function pay(safari: Browser, card: string) {
  await safari.fill('Número de tarjeta', card, 'dialog[open]')
  await safari.fill('Caducidad', '12 / 30', 'dialog[open]')
  await safari.fill('CVC', '123', 'dialog[open]')
  await safari.click('button', 'Pagar ahora', 'dialog[open]')
}
