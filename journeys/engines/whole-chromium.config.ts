import { defineConfig } from '@playwright/test'
import { wholeLaunch } from '../../chromium.ts'
import base from '../../playwright.config.ts'

/** The journeys that are tagged for every engine, in the Chromium that people have. */
export default defineConfig(base, {
  testDir: '..',
  outputDir: '../../test-results/whole-chromium',
  grep: /@engines/,
  use: { launchOptions: wholeLaunch },
})
