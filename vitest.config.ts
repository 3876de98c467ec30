import { playwright } from '@vitest/browser-playwright'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './chromium.ts'

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      { test: { name: 'letter', include: ['letter/**/*.test.ts', 'architecture.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/postgres.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.ts'] } },
      {
        plugins: [react()],
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            'react-dom/static.edge',
            'vitest-browser-react',
            'wouter',
          ],
        },
        test: {
          name: 'browser',
          include: ['web/**/*.browser.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
