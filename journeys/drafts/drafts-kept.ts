import { expect, type Page } from '@playwright/test'
import type { Server } from '../server/server.ts'
import { letterOf } from '../write/at-the-editor.ts'
import { answerOf, callServer } from '../server/call-server.ts'

/** What the page says below the letter of how it is kept. */
export const statusOf = (page: Page) => page.locator('[role=status][data-keeping]')

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
      new Promise<{ current: string | undefined; id?: string; versions: KeptVersion[]; pictures: number }>(
        (done, fail) => {
          const opening = indexedDB.open('lacre')
          // The page has not made it yet; an empty one of ours would take its place.
          opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
          opening.addEventListener('error', () =>
            opening.error?.name === 'AbortError'
              ? done({ current: undefined, versions: [], pictures: 0 })
              : fail(opening.error ?? new Error('no journal')),
          )
          opening.addEventListener('success', () => {
            const read = opening.result.transaction(['current', 'versions', 'pictures'])
            const current = read.objectStore('current').get('letter')
            const versions = read.objectStore('versions').getAll()
            const pictures = read.objectStore('pictures').count()
            read.addEventListener('complete', () => {
              opening.result.close()
              const { html, id } = (current.result ?? {}) as { html?: string; id?: string }
              done({
                current: html,
                ...(id && { id }),
                versions: versions.result as KeptVersion[],
                pictures: pictures.result,
              })
            })
          })
        },
      ),
  )

/** Waits until the journal's letter says this. */
export const untilKept = (page: Page, text: string | RegExp) =>
  expect.poll(async () => (await journalOf(page)).current ?? '').toMatch(text)

/** What the account holds, by its own calls. Without what was erased after it was listed. */
export async function draftsOf(server: Server, token: string): Promise<string[]> {
  const { drafts } = await answerOf<{ drafts: { id: string }[] }>(server, token, '/drafts/')
  const read = drafts.map(async ({ id }) => {
    const answer = await callServer(server, token, `/drafts/${id}`)
    return answer.status === 404 ? [] : [((await answer.json()) as { content: string }).content]
  })
  return (await Promise.all(read)).flat()
}

/** Waits until the account holds all of this: the page says so too of what was typed some seconds ago. */
export async function untilInAccount(page: Page, server: Server, token: string, text: string) {
  await expect.poll(() => draftsOf(server, token)).toContain(`<p>${text}</p>`)
  await expect(statusOf(page)).toHaveText('Guardado en este equipo y en su cuenta')
}

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Recuperar una versión' })
