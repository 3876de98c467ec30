import { chromium } from 'playwright-core'
import { wholeLaunch } from '../../journeys/chromium.ts'
import { processesBelow, timeOf } from '../processor-time.ts'

/** Chromium with a page that is open, which prints one letter after the other. */
export async function startChromium() {
  const before = processesBelow()
  const browser = await chromium.launch(wholeLaunch)
  const page = await browser.newPage()
  const own = () => processesBelow().filter((pid) => !before.includes(pid))
  return {
    /** Milliseconds of processor time of all its processes. */
    async set(letters: string[]): Promise<number> {
      const start = timeOf(own())
      for (const html of letters) {
        await page.setContent(html)
        await page.pdf({ format: 'A4', preferCSSPageSize: true })
      }
      return timeOf(own()) - start
    },
    end: () => browser.close(),
  }
}
