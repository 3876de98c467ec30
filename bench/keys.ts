/**
 * node bench/keys.ts [rounds], after npm run build: script of the main thread for a key in a letter of 50 pages that is saved at
 * every change, against a bare contenteditable that saves as cheaply as can be (design/numbers.md#ratios-not-times: at most 1.3×);
 * then all that the main thread does. From the first key of a round until nothing is left to do.
 */
import { loadavg } from 'node:os'
import type { CDPSession, Page } from 'playwright-core'
import { openServer } from '../journeys/server/server.ts'
import { savingEditor, serve } from './pages/floors.ts'
import { desktop, openBrowser } from './pages/slow-visit.ts'
import { figuresInTurns, median, ratioOf, type Times } from './turns/in-turns.ts'

const rounds = Number(process.argv[2] ?? 20)
const [keys, betweenMs, restMs, warmUps] = [20, 100, 1500, 3]
const pages = 50
const paragraph = 'Te escribo con calma desde la cocina, que es donde entra la luz por la mañana. '.repeat(8)
const letter = `<p>${paragraph.trim()}</p>`.repeat(pages * 3)

const server = await openServer()
const floor = await serve({ '/write': savingEditor })
const browser = await openBrowser()

type Side = { page: Page; session: CDPSession }

/** A letter that is open, with the caret in the middle of it. */
async function open(address: string): Promise<Side> {
  const context = await browser.newContext({ viewport: desktop, locale: 'es-ES' })
  await context.addInitScript((html) => localStorage.setItem('letterContent', html), letter)
  const page = await context.newPage()
  await page.goto(address)
  const middle = page.locator('[contenteditable=true] p').nth((pages * 3) / 2)
  await middle.click({ timeout: 60_000 })
  await page.waitForTimeout(2 * restMs)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  return { page, session }
}

type Work = { script: number; all: number }
async function workOf({ session }: Side): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics')
  const ms = (wanted: string) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? NaN)
  return { script: ms('ScriptDuration'), all: ms('TaskDuration') }
}

const all: Record<string, Times> = { bare: [], page: [], again: [] }
const typing = (name: string, side: Side) => async (round: number) => {
  const before = await workOf(side)
  for (let key = 0; key < keys; key++) {
    await side.page.keyboard.type('a')
    await side.page.waitForTimeout(betweenMs)
  }
  await side.page.waitForTimeout(restMs)
  const after = await workOf(side)
  if (round >= 0) all[name]!.push((after.all - before.all) / keys)
  return (after.script - before.script) / keys
}

try {
  const began = loadavg()[0]!
  const bare = await open(`${floor.url}/write`)
  const ours = await open(`${server.url}/write`)
  const script = await figuresInTurns(
    { bare: typing('bare', bare), page: typing('page', ours), again: typing('again', bare) },
    rounds,
    warmUps,
  )
  const say = (what: string, { bare, page, again }: Record<string, Times>) => {
    const ms = (times: Times) => `${median(times).toFixed(2)} ms`
    console.log(`${what} a key, ${pages} pages: ${ratioOf(page!, bare!)}; ${ms(page!)} against ${ms(bare!)}`)
    console.log(`  the floor against itself: ${ratioOf(again!, bare!)}`)
  }
  say('script', script)
  say('all of the main thread', all)
  const kept = await Promise.all(
    [bare, ours].map(({ page }) => page.evaluate(() => localStorage.getItem('letterContent')?.length)),
  )
  console.log(`kept at the end: ${kept.join(' and ')} characters`)
  console.log(`${rounds} rounds of ${keys} keys; load ${began.toFixed(1)} to ${loadavg()[0]!.toFixed(1)}`)
} finally {
  await browser.close()
  floor.close()
  await server.close()
}
