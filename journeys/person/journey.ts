import { test as base, expect } from '@playwright/test'
import { openServer, type Server } from '../server/server.ts'

const allowed = new WeakMap<string[], RegExp[]>()

/** Expects console errors of this pattern: any number, at any time. */
export const allow = (consoleErrors: string[], pattern: RegExp) =>
  allowed.set(consoleErrors, [...(allowed.get(consoleErrors) ?? []), pattern])

/** A busy server refuses previews and counts of pages, and the page retries them. */
const putOff = /status of (429|503).*\/letters\/preview/

/**
 * A document left while it was still loading, its fonts too (NS_BINDING_ABORTED), what the tests' own screenshots put into
 * one, and the icon of a file that is opened alone.
 */
const onlyFirefoxSays =
  /^error loading dynamically imported module|download failed .* status=2152398850 |\(style-src-elem\)|\(img-src\) at \S+\/favicon\.ico /

/** Each worker has its own server, and a console error fails the journey. */
export const test = base.extend<
  { consoleErrors: string[] },
  { server: Server; serverName: string; settings: Record<string, string> }
>({
  /** A file that closes batches, or signs up often (ten times an hour and caller), names a server of its own: `test.use({ serverName: 'batches' })`. */
  serverName: ['shared', { scope: 'worker', option: true }],
  /** Settings of the server that differ from the defaults. */
  settings: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ serverName: _itsName, settings }, use) => {
      const server = await openServer(settings)
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  /** Console errors, hydration errors and policy violations fail the journey, unless `allow` expects them. */
  consoleErrors: [
    async ({ page, browserName }, use) => {
      const consoleErrors: string[] = []
      if (browserName === 'firefox') allow(consoleErrors, onlyFirefoxSays)
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        const [text, { url }] = [message.text(), message.location()]
        // The browser does not say which call failed.
        const said = text.startsWith('Failed to load resource') ? `${text} ${url}` : text
        if (!putOff.test(said)) consoleErrors.push(said)
      })
      page.on('pageerror', (error) => consoleErrors.push(error.message))
      await use(consoleErrors)
      const expected = allowed.get(consoleErrors) ?? []
      expect(consoleErrors.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
