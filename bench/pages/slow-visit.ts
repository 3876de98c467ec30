/** Visits as a telephone with a poor connection makes them, each with an empty cache, watched from inside the page. */
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { wholeLaunch } from '../../journeys/chromium.ts'

/** Slow 4G, as Lighthouse has it: ms, and bytes a second. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const cpuTimesSlower = 4
const telephone = { width: 412, height: 823 }
export const desktop = { width: 1280, height: 800 }
const patienceMs = 60_000

export type Sent = { requests: number; scripts: number; bytes: number }
export type Visit = { page: Page; session: CDPSession; sent: Sent; fonts: () => number }

/** Runs before the page's own scripts: `alive` is when presses become the page's own (layout/early-presses.ts). */
function watch() {
  let take: (() => unknown) | undefined
  Object.defineProperty(window, 'takePresses', {
    configurable: true,
    get: () => take,
    set(given: () => unknown) {
      take = () => {
        performance.mark('alive')
        return given()
      }
    },
  })
}

export const openBrowser = (): Promise<Browser> => chromium.launch(wholeLaunch)

/** `then` gets the page at its navigation's start; nothing was ever kept. */
export async function visit<Found>(
  browser: Browser,
  address: string,
  then: (visit: Visit) => Promise<Found>,
): Promise<Found> {
  const context = await browser.newContext({ viewport: telephone, locale: 'es-ES' })
  const page = await context.newPage()
  try {
    page.setDefaultTimeout(patienceMs)
    await page.addInitScript(watch)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuTimesSlower })
    const sent: Sent = { requests: 0, scripts: 0, bytes: 0 }
    let fonts = 0
    session.on('Network.requestWillBeSent', ({ type }) => {
      sent.requests++
      if (type === 'Script') sent.scripts++
      if (type === 'Font') fonts++
    })
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (sent.bytes += encodedDataLength))
    await page.goto(address, { waitUntil: 'commit' })
    return await then({ page, session, sent, fonts: () => fonts })
  } finally {
    await context.close()
  }
}

/** Milliseconds from the navigation's start to the first paint with something on it. */
export const paintOf = (visit: Visit): Promise<number> => timeOf(visit, 'paint', 'first-contentful-paint')

/** Milliseconds from the navigation's start until the page hears every press. */
export const aliveOf = (visit: Visit): Promise<number> => timeOf(visit, 'mark', 'alive')

const timeOf = ({ page }: Visit, type: string, name: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((found) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntriesByName(wanted.name)[0]
          if (entry) found(entry.startTime)
        }).observe({ type: wanted.type, buffered: true })
      }),
    { type, name },
  )

/** Presses this control at the first paint that has it; milliseconds from the navigation's start until its answer stands there. */
export const answerOf = ({ page }: Visit, pressed: string, answer: string): Promise<number> =>
  page.evaluate(
    ([button, answered]) =>
      new Promise<number>((found) => {
        const withWords = (words = '') =>
          [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(words))
        // The first paint may come before the rest of the HTML: a person presses what she sees.
        const press = () => {
          const seen = withWords(button)
          if (seen) seen.click()
          else requestAnimationFrame(press)
        }
        new PerformanceObserver((_list, watching) => {
          watching.disconnect()
          requestAnimationFrame(press)
        }).observe({ type: 'paint', buffered: true })
        new MutationObserver((_changes, watching) => {
          if (!withWords(answered)) return
          watching.disconnect()
          found(performance.now())
        }).observe(document.documentElement, { childList: true, subtree: true })
      }),
    [pressed, answer],
  )

/** Milliseconds from the navigation's start until the first key pressed in a letter is painted there. */
export async function keyOf({ page, session }: Visit): Promise<number> {
  const place = '[contenteditable=true]'
  await page.waitForFunction((letter) => !!document.querySelector(letter), place)
  const painted = page.evaluate(
    (letter) =>
      new Promise<number>((found) => {
        const here = document.querySelector<HTMLElement>(letter)!
        here.focus()
        here.addEventListener('input', () =>
          requestAnimationFrame(() => setTimeout(() => found(performance.now()))),
        )
      }),
    place,
  )
  await page.waitForFunction((letter) => document.activeElement?.matches(letter), place)
  await session.send('Input.insertText', { text: 'a' })
  return painted
}
