import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { isThorough } from './tools/thorough.ts'

process.env.TMPDIR = temporaryFolder()

/** Commands, descriptions and builds, in which no browser and server must agree, and other people's browsers: `npm run test:all`. */
export const onlyInAll = [
  '**/fuzz/*.spec.ts',
  '**/description/*.spec.ts',
  '**/operating/{backup,dev,doctor,seed,start}.spec.ts',
  '**/pages/old-browsers.spec.ts',
  '**/drafts/{drafts-newer-build,drafts-pictures}.spec.ts',
  '**/operating/planted-words.spec.ts',
]
/** Journeys that try there what they leave out in `npm test` (tools/thorough.ts). */
export const goneOnInAll = ['**/a11y/matrix.spec.ts', '**/pages/visitor.spec.ts']

/** Each journey starts the real server it needs (journeys/server/house.ts); nothing is shared between files. */
export default defineConfig({
  testDir: 'journeys',
  testMatch: isThorough ? [...onlyInAll, ...goneOnInAll] : '**/*.spec.ts',
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
