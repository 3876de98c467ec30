import { letterOf, openDesk } from './at-the-desk.ts'
import { dialogOf, journalOf, recoverOf, typeOn, untilKept } from './drafts-kept.ts'
import { expect, test } from './journey.ts'

const changed = 'Esta carta se ha cambiado en otra pestaña.'

test('a tab in which nothing was typed follows the other one (design, section 4)', async ({
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

test('a tab in which one has typed is told, and neither text is lost (design, section 4)', async ({
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

  // Writing on in the first one takes over, and keeps what it takes the place of.
  await typeOn(page, ' sigue')
  await expect(other.getByRole('alert')).toContainText(changed)
  await expect(letterOf(other)).toHaveText('la primera cambiada')
  const texts = (await journalOf(page)).versions.map(({ html }) => html)
  expect(texts).toContain('<p>la primera</p>')
  expect(texts).toContain('<p>la primera cambiada</p>')
  await other.getByRole('button', { name: 'Ver la otra' }).click()
  await expect(letterOf(other)).toHaveText('la primera sigue')
  await recoverOf(other).click()
  await expect(dialogOf(other)).toContainText('la primera cambiada')
})

test('both typing at once: the last one is shown on a reload, the other is in Recuperar', async ({
  page,
  context,
}) => {
  await openDesk(page)
  const other = await context.newPage()
  await openDesk(other)
  await Promise.all([typeOn(page, 'aaaaaaaaaaaaaaaa'), typeOn(other, 'bbbbbbbbbbbbbbbb')])
  const told = async () => (await page.getByText(changed).count()) + (await other.getByText(changed).count())
  await expect.poll(told).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      const { current = '', versions } = await journalOf(page)
      const texts = [current, ...versions.map(({ html }) => html)].join()
      return /a{16}/.test(texts) && /b{16}/.test(texts)
    })
    .toBe(true)
})

test('a letter sent in one tab is no more in the other (design, 2.5)', async ({ page, context }) => {
  await openDesk(page)
  await typeOn(page, 'la enviada')
  const other = await context.newPage()
  await openDesk(other)
  await expect(letterOf(other)).toHaveText('la enviada')
  await page.goto('/success')
  await expect(letterOf(other)).toHaveText('')
  expect((await journalOf(other)).versions).toMatchObject([{ html: '<p>la enviada</p>', because: 'sent' }])
})
