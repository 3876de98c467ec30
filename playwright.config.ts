import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './journeys/chromium.ts'
import { temporaryFolder } from './tools/temporary-folder.ts'

process.env.TMPDIR = temporaryFolder()

/**
 * Each journey starts the real server it needs (journeys/server/server.ts); nothing is shared between files. Those with
 * @core in their title are part of `npm test`, all others of `npm run test:all` (journeys/run-all.ts).
 */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.spec.ts',
  globalSetup: join(import.meta.dirname, 'journeys/server/empty-database.ts'),
  workers: 3,
  forbidOnly: true,
  timeout: 300_000,
  // The one budget for waiting. Two cores, three browsers with their servers and typesetters: what is right may take a moment.
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
