import type { Route } from '@playwright/test'
import { minutes } from '@lacre/letter/days.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { expect, test } from '../person/journey.ts'
import { payLetter } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { answerOf } from '../server/call-server.ts'

test.use({ serverName: 'time-left' })

test('Mis cartas says until when a letter can be cancelled, by the server’s clock, and sees the batch close (design/letter.md#says-until-when)', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'hasta-cuando@ejemplo.test')
  const { id } = await payLetter(server, token)
  const detail = () => answerOf<LetterDetail>(server, token, `/letters/${id}`)
  const { cancelUntil, now } = await detail()
  const left = Date.parse(cancelUntil ?? '') - Date.parse(now)
  expect(left).toBeGreaterThan(0)

  await page.goto('/my-letters')
  const row = page.getByRole('main').getByRole('listitem')
  await expect(row).toContainText(/Puede cancelarla hasta .+ a las? \d+:\d\d\./)

  // The browser's clock is a week wrong: the server's clock counts.
  await page.clock.install({ time: Date.now() + 7 * minutes(24 * 60) })
  await page.goto(`/my-letters?carta=${id}`)
  const told = page.locator('p').filter({ hasText: 'Puede cancelarla hasta' })
  await expect(told).toContainText(/(hoy|mañana, \S+,|el \S+ \d+ de \S+) a las? \d+:\d\d\.$/)

  await page.clock.fastForward(left - minutes(1))
  await expect(told).toBeVisible()

  // The time is up while the page is open, and the batch is late.
  await page.clock.fastForward(minutes(2))
  await expect(page.getByText('se hará de un momento a otro')).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancelar y devolver el dinero' })
  await expect(cancel).toBeVisible()

  // While the dialog is open no answer may change the page, not even one that was under way. Afterwards the page is current.
  const looked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  const look = async (route: Route) => {
    looked.resolve()
    await mayAnswer.promise
    await route.continue()
  }
  await page.route(`**/letters/${id}`, look, { times: 1 })
  await page.clock.fastForward(minutes(1))
  await looked.promise
  await cancel.click()
  const dialog = page.getByRole('dialog', { name: '¿Cancelar esta carta?' })
  await server.lacre('batch', '--folder', server.dataDir)
  const answered = page.waitForResponse(`**/letters/${id}`)
  mayAnswer.resolve()
  await (await answered).finished()
  await page.clock.fastForward(minutes(1))
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Conservar la carta' }).click()
  await page.clock.fastForward(minutes(1))
  await expect(cancel).toHaveCount(0)
  // The button that had the focus is gone: its reason has it.
  await expect(
    page.locator('[tabindex="-1"]', { hasText: 'Su carta ya está en la imprenta' }).last(),
  ).toBeFocused()
  expect((await detail()).cancelUntil).toBeNull()
  await page.goto('/my-letters')
  await expect(row).toContainText('Ya no puede cancelarse.')
  await expect(row).not.toContainText('Puede cancelarla')
})
