import type { Page } from '@playwright/test'
import type { Server } from '../server/server.ts'
import type { Look } from './examine.ts'

/** What a scene gets: it calls `look` in each state to examine, in `usualLooks` unless it names others. */
export type Stage = {
  page: Page
  server: Server
  look: (state: string, looks?: Look[]) => Promise<void>
}

/** Waits until the screen of this heading is there: the old one stays until the next is loaded. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()
