import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { isThorough } from './tools/thorough.ts'

process.env.TMPDIR = temporaryFolder()

/** In which no browser and server must agree: commands, builds, looks at every width, and other people's browsers. */
export const onlyInAll = [
  '**/fuzz/*.spec.ts',
  '**/description/*.spec.ts',
  '**/operating/{backup,dev,doctor,planted-words,seed,start}.spec.ts',
  '**/a11y/{forced-colors,matrix,names}.spec.ts',
  '**/pages/{fonts,layout,layout-shift,old-browsers,themes,visitor}.spec.ts',
  '**/drafts/{drafts-newer-build,drafts-pictures}.spec.ts',
  '**/write/{write-reach,write-payment-reach}.spec.ts',
]

/** Each journey starts the real server it needs (journeys/server/house.ts); nothing is shared between files. */
export default defineConfig({
  testDir: 'journeys',
  testMatch: isThorough ? onlyInAll : '**/*.spec.ts',
  testIgnore: isThorough ? [] : onlyInAll,
  globalSetup: join(import.meta.dirname, 'journeys/server/empty-database.ts'),
  workers: 2,
  forbidOnly: true,
  timeout: 300_000,
  // The one budget for waiting. Two cores, two browsers, a server and its typesetters: what is right may take a moment.
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
  reporter: [['list']],
  use: {
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    launchOptions: chromiumLaunch,
    screenshot: 'only-on-failure',
    // What was done and asked, without the pictures of each step, which cost more than the journeys.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
})
