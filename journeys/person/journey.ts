import { test as base, expect } from '@playwright/test'
import { openServer, type Server } from '../server/server.ts'

const allowed = new WeakMap<string[], RegExp[]>()

/** Complaints that belong to what this journey does, however many and whenever they come. */
export const allow = (complaints: string[], pattern: RegExp) =>
  allowed.set(complaints, [...(allowed.get(complaints) ?? []), pattern])

/** A busy server refuses previews and counts of pages, and the page retries them. */
const putOff = /status of (429|503).*\/letters\/preview/

/**
 * A document left while it was still loading, its fonts too (NS_BINDING_ABORTED), and what the tests' own screenshots put into
 * one.
 */
const onlyFirefoxSays =
  /^error loading dynamically imported module|download failed .* status=2152398850 |\(style-src-elem\)/

/** A journey has a server of its own (one for all journeys of a worker) and allows no complaint of the browser. */
export const test = base.extend<{ complaints: string[] }, { server: Server; serverName: string }>({
  /** A file that closes batches, or signs up often (ten times an hour and caller), names a server of its own: `test.use({ serverName: 'batches' })`. */
  serverName: ['shared', { scope: 'worker', option: true }],
  server: [
    async ({ serverName: _itsName }, use) => {
      const server = await openServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  /** Console errors, hydration complaints and policy violations fail the journey. `allow` those that are expected. */
  complaints: [
    async ({ page, browserName }, use) => {
      const complaints: string[] = []
      if (browserName === 'firefox') allow(complaints, onlyFirefoxSays)
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        const [text, { url }] = [message.text(), message.location()]
        // The browser does not say which call failed.
        const said = text.startsWith('Failed to load resource') ? `${text} ${url}` : text
        if (!putOff.test(said)) complaints.push(said)
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await use(complaints)
      const expected = allowed.get(complaints) ?? []
      expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
