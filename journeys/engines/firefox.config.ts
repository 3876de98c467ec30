import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'
import { firefoxPath } from './engines.ts'

// Read by the processes that drive the browsers.
process.env.NODE_OPTIONS = `--import ${join(import.meta.dirname, 'playwright-for-firefox.ts')}`
// Firefox takes long to start.
process.env.KILLS ??= '1'

/** The journeys that are tagged for every engine, in Debian's Firefox, which Playwright drives by WebDriver BiDi. */
export default defineConfig(base, {
  testDir: '..',
  outputDir: '../../test-results/firefox',
  grep: /@engines/,
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: firefoxPath },
  },
})
