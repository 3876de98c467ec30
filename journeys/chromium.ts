import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const debians = '/usr/bin/chromium'
/** Debian's, too: the same engine without a window, which takes a third less of the machine (docs/decisions/checks.md). */
const debiansShell = '/usr/bin/chromium-headless-shell'

const firstOf = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path))

/** The Chromium that people have: Debian's where it is installed, else the one `npx playwright install chromium` brings. */
export const wholePath = firstOf([process.env.CHROMIUM, debians, chromium.executablePath()])
export const shellPath = firstOf([process.env.CHROMIUM, debiansShell])

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The shell alone would hint letters fully, and texts be wider than in the windows of people.
  '--font-render-hinting=none',
]
const launchOf = (path: string | undefined) => ({ ...(path ? { executablePath: path } : {}), args })

export const wholeLaunch = launchOf(wholePath)
/** Without Debian's, Playwright starts the shell of its own. */
export const chromiumLaunch = launchOf(firstOf([shellPath, debians]))
