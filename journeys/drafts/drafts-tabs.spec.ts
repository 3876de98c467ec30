import { letterOf, openDesk, sendOf } from '../write/at-the-editor.ts'
import { dialogOf, journalOf, recoverOf, typeOn, untilKept } from './drafts-kept.ts'
import { expect, test } from '../person/journey.ts'

const changed = 'Esta carta se ha cambiado en otra pestaña.'
const newer = 'El texto de aquí es el más reciente; el otro está guardado en Recuperar.'

test('a tab in which nothing was typed follows the other one (design.md#newer-text-wins) @engines', async ({
  page,
  context,
}) => {
  await openDesk(page)
  const other = await context.newPage()
  await openDesk(other)
  await typeOn(page, 'en la primera')
  await expect(letterOf(other)).toHaveText('en la primera')
  await typeOn(other, ', y en la segunda')
  await untilKept(other, 'en la primera, y en la segunda')
  await expect(other.getByRole('alert')).toHaveCount(0)
})

test('a tab in which one has typed is told once of a newer text, and neither is lost (design.md#newer-text-wins) @engines', async ({
  page,
  context,
}) => {
  await openDesk(page)
  const other = await context.newPage()
  await openDesk(other)
  await typeOn(page, 'la primera')
  await expect(letterOf(other)).toHaveText('la primera')
  await typeOn(other, ' cambiada')
  await expect(page.getByRole('alert')).toContainText(changed)
  await expect(letterOf(page)).toHaveText('la primera')

  // Told once: who has said Entendido is not asked again, and the other one, which goes on from that text, never.
  await page.getByRole('button', { name: 'Entendido' }).click()
  await typeOn(other, ' otra vez')
  await untilKept(other, 'la primera cambiada otra vez')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(other.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)

  // Writing on in the first one takes over, and keeps what it takes the place of.
  await typeOn(page, ' sigue')
  await expect(other.getByRole('alert')).toContainText(changed)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(letterOf(other)).toHaveText('la primera cambiada otra vez')
  const texts = (await journalOf(page)).versions.map(({ html }) => html)
  expect(texts).toContain('<p>la primera</p>')
  expect(texts).toContain('<p>la primera cambiada otra vez</p>')
  await other.getByRole('button', { name: 'Ver la otra' }).click()
  await expect(letterOf(other)).toHaveText('la primera sigue')
  await recoverOf(other).click()
  await expect(dialogOf(other)).toContainText('la primera cambiada')
  await expect(other.getByRole('alert')).toHaveCount(0)
})

test('both typing at once: the last one is shown on a reload, the other is in Recuperar', async ({
  page,
  context,
}) => {
  await openDesk(page)
  const other = await context.newPage()
  await openDesk(other)
  for (const tab of [page, other]) await letterOf(tab).click()
  await Promise.all([page.keyboard.type('aaaaaaaaaaaaaaaa'), other.keyboard.type('bbbbbbbbbbbbbbbb')])
  // The newer one is told as well as the older, each what it is.
  await expect
    .poll(async () => {
      const told = await Promise.all([page, other].map((tab) => tab.getByRole('alert').allTextContents()))
      return told
        .flat()
        .map((text) => (text.includes(newer) ? 'newer' : text.includes(changed) && 'older'))
        .join()
    })
    .toMatch(/^(newer,older|older,newer)$/)
  await expect
    .poll(async () => {
      const { current = '', versions } = await journalOf(page)
      const texts = [current, ...versions.map(({ html }) => html)].join()
      return /a{16}/.test(texts) && /b{16}/.test(texts)
    })
    .toBe(true)
})

test('a letter sent in one tab is no more in the other (design.md#success-archives-first)', async ({
  page,
  context,
}) => {
  await openDesk(page)
  await typeOn(page, 'la enviada')
  const other = await context.newPage()
  await openDesk(other)
  await expect(letterOf(other)).toHaveText('la enviada')
  await page.goto('/success')
  await expect(letterOf(other)).toHaveText('')
  expect((await journalOf(other)).versions).toMatchObject([{ html: '<p>la enviada</p>', because: 'sent' }])
})

test('Borrar borrador in one tab empties the others too, also where one has typed', async ({
  page,
  context,
}) => {
  await openDesk(page)
  await typeOn(page, 'la primera')
  const other = await context.newPage()
  await openDesk(other)
  await expect(letterOf(other)).toHaveText('la primera')
  await typeOn(other, ' y más')
  await expect(page.getByRole('alert')).toContainText(changed)
  await expect(other.getByRole('alert')).toHaveCount(0)
  await other.getByRole('button', { name: 'Borrar borrador' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Borrar borrador' }).click()
  for (const tab of [page, other]) {
    await expect(letterOf(tab)).toHaveText('')
    await tab.reload()
    await expect(sendOf(tab)).toBeEnabled()
    await expect(letterOf(tab)).toHaveText('')
  }
  expect(await journalOf(page)).toEqual({ current: undefined, versions: [], pictures: 0 })
})
