import { defineConfig } from '@playwright/test'
import { wholeLaunch } from '../chromium.ts'
import base from '../../playwright.config.ts'

/** The whole way in the Chromium that people have: with its window the engine is the same. */
export default defineConfig(base, {
  testDir: '..',
  outputDir: '../../test-results/whole-chromium',
  testMatch: 'way-of-a-letter.spec.ts',
  grep: /@engines/,
  use: { launchOptions: wholeLaunch },
})
