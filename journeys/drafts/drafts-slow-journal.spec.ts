import type { Page } from '@playwright/test'
import { letterOf, openWritePage, sendOf, pressRare, eraseDraft } from '../write/at-the-editor.ts'
import { dialogOf, journalOf, statusOf, typeOn, untilKept } from './drafts-kept.ts'
import { allow, expect, test } from '../person/journey.ts'
import { hold } from '../person/visit.ts'

test.use({ serviceWorkers: 'block' })

/** Reloads the page; what its journal of versions is made of comes only after the returned action. */
async function reloadWithoutJournal(page: Page) {
  const release = await hold(page, /\/assets\/journal-/)
  await page.reload()
  await expect(sendOf(page)).toBeEnabled()
  return release
}

test('Recuperar and Borrar borrador pressed before the journal has opened wait for it (design/writing.md#no-word-is-lost, design/writing.md#erase-a-draft)', async ({
  page,
  consoleErrors,
}) => {
  allow(consoleErrors, /Service Worker registration blocked/)
  await openWritePage(page)
  await typeOn(page, 'Palabras de antes')
  await untilKept(page, 'Palabras de antes')

  let open = await reloadWithoutJournal(page)
  await pressRare(page, 'Recuperar')
  await expect(dialogOf(page).getByText('Cargando...')).toBeVisible()
  open()
  await expect(dialogOf(page).getByRole('listitem')).toContainText('Palabras de antes')

  open = await reloadWithoutJournal(page)
  await eraseDraft(page)
  open()
  await expect(statusOf(page)).toHaveText('Se ha borrado el borrador de este equipo.')
  await expect(letterOf(page)).toHaveText('')
  expect(await journalOf(page)).toEqual({ current: undefined, versions: [], pictures: 0 })
})

test('Borrar borrador does not say that it has erased what it cannot reach (design/writing.md#erase-a-draft)', async ({
  page,
  consoleErrors,
}) => {
  allow(consoleErrors, /Service Worker registration blocked|Failed to load resource/)
  await openWritePage(page)
  await typeOn(page, 'Palabras que se quedan')
  await untilKept(page, 'Palabras que se quedan')
  await page.route(/\/assets\/journal-/, (route) => route.abort())
  await page.reload()
  await expect(sendOf(page)).toBeEnabled()
  await eraseDraft(page)
  await expect(page.getByRole('alert')).toContainText('No se ha podido borrar todo.')
})
