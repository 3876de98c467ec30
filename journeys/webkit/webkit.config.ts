import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

/** The journeys in WebKitGTK. */
export default defineConfig(base, {
  testDir: '.',
  testMatch: '*.webkit.ts',
  outputDir: '../../test-results/webkit',
})
