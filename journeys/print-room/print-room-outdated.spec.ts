import { minutes } from '@lacre/letter/days.ts'
import { openFront } from '../drafts/newer-build.ts'
import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { heading } from '../person/visit.ts'
import { makeOperator } from './in-the-print-room.ts'

test('a console that is open while the server gets a newer build says so, and how to have it', async ({
  page,
  server,
}) => {
  const front = await openFront(server)
  try {
    const there = { ...server, url: front.url }
    await page.clock.install()
    await signIn(page, there, 'olga.ayer@ejemplo.test')
    await makeOperator(page, there, 'olga.ayer@ejemplo.test', 'Olga Pérez')
    await page.goto(`${front.url}/print-room`)
    await expect(heading(page, 'Hoy')).toBeVisible()
    await page.clock.fastForward(minutes(1))
    const renew = page.getByRole('button', { name: 'Actualizar' })
    await expect(renew).toBeVisible()

    front.deploy()
    // A look that was on its way while the build changed still saw the older one.
    await expect(async () => {
      await page.clock.fastForward(minutes(1))
      await expect(page.getByRole('status').getByText('Hay una versión nueva')).toBeVisible({ timeout: 2000 })
    }).toPass()
    await page.getByRole('button', { name: 'Recargar la página' }).click()
    await expect(page.locator('html[data-build=newer]')).toBeAttached()
    await expect(renew).toBeVisible()
    await page.clock.fastForward(minutes(1))
    await expect(renew).toBeVisible()
  } finally {
    await front.close()
  }
})
