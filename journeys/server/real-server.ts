import type { Page } from '@playwright/test'
import { test as base } from '../person/sign-in.ts'
import { openServer, type Server } from './server.ts'
import { serveScripts, type ServedScripts } from './provider-scripts.ts'
import { openProviders, type Providers } from './providers.ts'

/** A server with every key set, and the providers' scripts as this test serves them. */
export const test = base.extend<{ scripts: ServedScripts }, { providers: Providers; server: Server }>({
  providers: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const providers = await openProviders()
      await use(providers)
      await providers.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ providers }, use) => {
      const server = await openServer(providers.settings)
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  scripts: [async ({ page }, use) => use(await serveScripts(page)), { auto: true }],
})

const googleFrame = (page: Page) => page.frameLocator('iframe[title="Botón de Google"]')
/** The options that the page gives to Google's button. */
export async function readGoogleOptions(page: Page): Promise<Record<string, string>> {
  const source = await page.locator('iframe[title="Botón de Google"]').getAttribute('src')
  return Object.fromEntries(new URL(source ?? '').searchParams)
}
export const googleButton = (page: Page) =>
  googleFrame(page).getByRole('button', { name: 'Continuar con Google' })

export const captchaFrame = (page: Page) => page.frameLocator('iframe[title="reCAPTCHA"]')
export const solveCaptcha = (page: Page) =>
  captchaFrame(page)
    .getByRole('button', { name: /No soy un robot|Resuelto/ })
    .click()
