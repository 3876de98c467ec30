import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'

/** Each journey starts the real server it needs (journeys/house.ts); nothing is shared between files. */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.spec.ts',
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  reporter: [['list']],
  use: { locale: 'es-ES', timezoneId: 'Europe/Madrid', launchOptions: chromiumLaunch },
})
