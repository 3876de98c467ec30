import type { Page } from '@playwright/test'
import type { Server } from '../server/server.ts'

/** Where a scene is played: `look` is called in each state worth looking at. */
export type Stage = { page: Page; server: Server; look: (state: string) => Promise<void> }

/** Waits until the screen of this heading is there: the old one stays until the next is loaded. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()
