import { playwright } from '@vitest/browser-playwright'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './chromium.ts'

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'letter',
          include: [
            'letter/**/*.test.ts',
            'architecture.test.ts',
            'architecture/**/*.test.ts',
            'citations.test.ts',
            'journeys/**/*.test.ts',
          ],
          testTimeout: 20_000,
        },
      },
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
      { test: { name: 'web', include: ['web/**/*.test.ts'], testTimeout: 20_000 } },
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
            'wouter/memory-location',
            'fast-check',
            'htmlparser2',
            '@stripe/react-stripe-js',
            '@stripe/stripe-js/pure',
            'highlight.js/lib/core',
            'highlight.js/lib/languages/bash',
            'highlight.js/lib/languages/css',
            'highlight.js/lib/languages/javascript',
            'highlight.js/lib/languages/json',
            'highlight.js/lib/languages/python',
            'highlight.js/lib/languages/xml',
            'pdfjs-dist',
            'prosemirror-commands',
            'prosemirror-dropcursor',
            'prosemirror-gapcursor',
            'prosemirror-history',
            'prosemirror-keymap',
            'prosemirror-model',
            'prosemirror-schema-list',
            'prosemirror-state',
            'prosemirror-view',
          ],
        },
        test: {
          name: 'browser',
          include: ['web/**/*.browser.{ts,tsx}'],
          // The one budget for waiting; what is right may take a moment on two loaded cores.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
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
