import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { freezeLetter, tokenOf } from '../person/paid-letter.ts'
import { serveChunked } from './serve-chunked.ts'

const site = join(import.meta.dirname, '../../web/dist/pages.json')
const paths = [...Object.keys(JSON.parse(readFileSync(site, 'utf8')) as object), '/no-existe']

/** Pages that show data of an account. Without a session they redirect alike: only /profile is opened that way, too. */
const signedIn = ['/my-letters', '/address-book', '/profile', '/success', '/print-room']
const anonymousToo = ['/profile', '/success']
/** The target of a mail's link, with a token and without. */
const addresses = paths.flatMap((path) =>
  ['/verify-email', '/reset-password'].includes(path) ? [path, `${path}?token=of-a-mail`] : [path],
)
const viewports = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

/** The latency of a telephone: only then does a late part arrive after the paint. */
const farAway = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 }

/** At the first visit the fonts arrive after the paint: a few words get wider or narrower (styles/fonts.ts). */
const tolerance = 0.002

/** Records the browser's own layout shifts, with the text that moved. */
function watchShifts() {
  const seen: { by: number; what: string }[] = []
  Object.assign(window, { seen })
  type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[])
      if (!hadRecentInput)
        seen.push({
          by: value,
          what: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '').join(' · '),
        })
  }).observe({ type: 'layout-shift', buffered: true })
}

async function shiftsOf(context: BrowserContext, address: string) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', farAway)
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate(() => (window as unknown as { seen: { by: number; what: string }[] }).seen)
  await page.close()
  return seen
}

type Visitor = { viewport: (typeof viewports)[number]; token?: string }

async function visitTwice(browser: Browser, address: string, { viewport, token }: Visitor) {
  const moved: unknown[] = []
  const context = await browser.newContext({ viewport, locale: 'es-ES' })
  await context.addInitScript(watchShifts)
  if (token) await context.addInitScript((kept) => localStorage.setItem('token', kept), token)
  for (const visit of ['first', 'second']) {
    const shifts = await shiftsOf(context, address)
    const sum = shifts.reduce((all, { by }) => all + by, 0)
    if (sum > tolerance)
      moved.push({ address, width: viewport.width, isSignedIn: Boolean(token), visit, shifts })
  }
  await context.close()
  return moved
}

const perTest = 5
for (let first = 0; first < addresses.length; first += perTest) {
  const group = addresses.slice(first, first + perTest)
  test(`nothing moves by itself, at the first visit and at the second: ${group.join(' ')}`, async ({
    browser,
    server,
  }) => {
    const visits = group.map(async (address) => {
      const { pathname } = new URL(address, server.url)
      const isPrivate = signedIn.includes(pathname)
      const visitors: Visitor[] =
        isPrivate && !anonymousToo.includes(pathname) ? [] : viewports.map((viewport) => ({ viewport }))
      if (isPrivate) {
        const token = await tokenOf(server, `quieta${pathname.replace('/', '.')}@ejemplo.test`)
        await freezeLetter(server, token)
        visitors.push(...viewports.map((viewport) => ({ viewport, token })))
      }
      return Promise.all(visitors.map((one) => visitTwice(browser, server.url + address, one)))
    })
    // In parallel: each context mostly waits for its slow network.
    expect((await Promise.all(visits)).flat(2)).toEqual([])
  })
}

test('a page that comes in two parts is painted when it is whole', async ({ browser, server }) => {
  const site = await serveChunked(server.url, '<nav aria-label="Información">')
  const context = await browser.newContext({ viewport: viewports[0]!, locale: 'es-ES' })
  try {
    await context.addInitScript(watchShifts)
    expect(await shiftsOf(context, `${site.url}/verify-email`)).toEqual([])
  } finally {
    await context.close()
    site.close()
  }
})
