import { expect, type Page } from '@playwright/test'
import { letterOf } from '../write/at-the-editor.ts'

/** What the page says below the letter of how it is kept. */
export const statusOf = (page: Page) => page.getByRole('status').filter({ hasText: /este equipo/ })

/** Types at the end of the letter, as a person does. */
export async function typeOn(page: Page, text: string) {
  await letterOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}

export type KeptVersion = { html: string; because: string }

/** What the journal holds, read as another program would. Pictures stay references. */
export const journalOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ current: string | undefined; versions: KeptVersion[]; pictures: number }>(
        (done, fail) => {
          const opening = indexedDB.open('lacre')
          opening.addEventListener('error', () => fail(opening.error ?? new Error('no journal')))
          opening.addEventListener('success', () => {
            const read = opening.result.transaction(['current', 'versions', 'pictures'])
            const current = read.objectStore('current').get('letter')
            const versions = read.objectStore('versions').getAll()
            const pictures = read.objectStore('pictures').count()
            read.addEventListener('complete', () => {
              opening.result.close()
              const { html } = (current.result ?? {}) as { html?: string }
              done({ current: html, versions: versions.result as KeptVersion[], pictures: pictures.result })
            })
          })
        },
      ),
  )

/** Waits until the journal's letter says this. */
export const untilKept = (page: Page, text: string | RegExp) =>
  expect.poll(async () => (await journalOf(page)).current ?? '').toMatch(text)

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Recuperar una versión' })
export const recoverOf = (page: Page) => page.getByRole('button', { name: 'Recuperar', exact: true }).first()
