import { expect, test } from '../person/journey.ts'
import { letterOf } from '../write/at-the-editor.ts'
import { journalOf } from './drafts-kept.ts'
import { killableBrowser } from './killable-browser.ts'

/** `KILLS=50 npx playwright test drafts-killed` for more of them. */
const kills = Number(process.env.KILLS ?? 2)
const keyEveryMs = 25
const alphabet = 'abcdefghijklmnñopqrstuvwxyz'

test(`the browser killed at ${kills} random moments while typing: at most one second of typing lost each time (design/writing.md#no-word-is-lost) @engines`, async ({
  server,
  browserName,
  launchOptions,
  channel,
}) => {
  test.setTimeout(60_000 + kills * 20_000)
  const browser =
    browserName === 'firefox' ? killableBrowser('firefox', { ...launchOptions, channel }) : killableBrowser()
  let kept = ''
  // Every key that came back before the kill, and when.
  let typed: { key: string; at: number }[] = []
  let killedAt = 0
  const lost: number[] = []
  try {
    for (let round = 0; round <= kills; round++) {
      const context = await browser.open()
      const page = await context.newPage()
      await page.goto(`${server.url}/write`)
      const letter = letterOf(page)
      await expect(letter).toBeVisible()

      if (round > 0) {
        const text = async () => (await letter.innerText()).trim()
        const lostMs = async () => {
          const found = await text()
          if (
            !typed
              .map(({ key }) => key)
              .join('')
              .startsWith(found.slice(kept.length))
          )
            return Infinity
          const first = typed[Math.max(0, found.length - kept.length)]
          return first ? Math.round(killedAt - first.at) : 0
        }
        // Local storage shows its text first, and the journal then a newer one: what is typed must not come between.
        // Killed before anything was kept, there is neither.
        const isSettled = async () =>
          ((await journalOf(page)).current ?? '<p></p>') === `<p>${await text()}</p>`
        await expect.poll(isSettled).toBe(true)
        await expect.poll(lostMs).toBeLessThanOrEqual(1000)
        lost.push(await lostMs())
        kept = await text()
      }
      if (round === kills) break

      await letter.click()
      await page.keyboard.press('Control+End')
      typed = []
      const until = performance.now() + 300 + ((round * 1237) % 4000)
      while (performance.now() < until) {
        const key = alphabet[(kept.length + typed.length) % alphabet.length] ?? ''
        await page.keyboard.insertText(key)
        typed.push({ key, at: performance.now() })
        await new Promise((done) => setTimeout(done, keyEveryMs))
      }
      killedAt = performance.now()
      await browser.kill()
    }
  } finally {
    await browser.close()
  }
  const sorted = lost.toSorted((a, b) => a - b)
  console.log(
    `${kills} kills while typing: at most ${sorted.at(-1)} ms of typing lost, median ${sorted[Math.floor(kills / 2)]} ms`,
  )
})
