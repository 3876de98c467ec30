import { playwright } from '@vitest/browser-playwright'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './journeys/chromium.ts'
import { temporaryFolder } from './tools/temporary-folder.ts'

process.env.TMPDIR = temporaryFolder()

/** The one budget for waiting, and what ends a test that hangs: two loaded cores may take a moment. */
const patience = { expect: { poll: { timeout: 20_000 } }, testTimeout: 180_000, hookTimeout: 180_000 }

/**
 * One more than our two cores, which were idle a third of the time at two. Said for each project: those without it would
 * come after all others, one file at a time.
 */
const side = { maxWorkers: 3 }

/** No file leaves anything behind for the next, so each module is read once and not once a file. */
const together = { isolate: false, ...side }

export default defineConfig({
  test: {
    reporters: ['default'],
    tags: [
      {
        name: 'long',
        description: 'slow files, without which money, paper and letters are proven: `npm run test:all`',
      },
      { name: 'deep', description: 'searches more, with other seeds, in `npm run test:all`' },
    ],
    projects: [
      {
        test: {
          name: 'letter',
          include: [
            'letter/**/*.test.ts',
            'architecture/**/*.test.ts',
            'tools/**/*.test.ts',
            'journeys/**/*.test.ts',
          ],
          setupFiles: ['tools/seed-properties.ts'],
          ...patience,
          ...together,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/postgres.ts'],
          setupFiles: ['tools/seed-properties.ts'],
          ...patience,
          ...together,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.ts'],
          setupFiles: ['tools/seed-properties.ts'],
          ...patience,
          ...side,
        },
      },
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
            '@tanstack/react-query',
            '@stripe/stripe-js/pure',
            'highlight.js/lib/core',
            'highlight.js/lib/languages/bash',
            'highlight.js/lib/languages/css',
            'highlight.js/lib/languages/javascript',
            'highlight.js/lib/languages/json',
            'highlight.js/lib/languages/python',
            'highlight.js/lib/languages/xml',
            'papaparse',
            'pdfjs-dist/legacy/build/pdf.mjs',
            'prosemirror-commands',
            'prosemirror-dropcursor',
            'prosemirror-gapcursor',
            'prosemirror-history',
            'prosemirror-inputrules',
            'prosemirror-keymap',
            'prosemirror-model',
            'prosemirror-schema-list',
            'prosemirror-state',
            'prosemirror-view',
            'read-excel-file/universal',
            'vcard4-ts',
          ],
        },
        test: {
          name: 'browser',
          include: ['web/**/*.browser.{ts,tsx}'],
          setupFiles: ['web/src/testing/empty-browser.ts'],
          ...patience,
          ...side,
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
