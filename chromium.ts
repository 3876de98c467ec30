import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const debian = '/usr/bin/chromium'

/** Debian's Chromium where it is installed, else the one `npx playwright install chromium` brings. */
export const chromiumPath = [process.env.CHROMIUM, debian, chromium.executablePath()].find(
  (path) => path && existsSync(path),
)

export const chromiumLaunch = {
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
