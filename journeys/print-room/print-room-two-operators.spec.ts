import type { Page } from '@playwright/test'
import { enterPrintRoom, markOf, sendLetters } from './in-the-print-room.ts'
import { allow, expect, test } from '../person/journey.ts'

test.use({ serverName: 'print-room-two-operators' })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '¿Cerrar la tanda?' })

test('two operators close at the same moment: one batch, no letter twice, and the other is told', async ({
  page,
  server,
  browser,
  complaints,
}) => {
  allow(complaints, /Failed to load resource.*409/)
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
  })
  const second = await context.newPage()
  await enterPrintRoom(page, server, 'ana.dos@ejemplo.test', 'Ana Ruiz')
  await enterPrintRoom(second, server, 'eva.dos@ejemplo.test', 'Eva Sol')

  let closed = 0
  for (const round of [1, 2, 3]) {
    const sent = await sendLetters(server, 8)
    for (const one of [page, second]) {
      await one.getByRole('button', { name: 'Actualizar' }).click()
      await expect(one.getByRole('region', { name: 'En espera' }).getByRole('definition').first()).toHaveText(
        '8',
      )
      await one.getByRole('button', { name: 'Cerrar tanda' }).click()
      await expect(dialogOf(one)).toContainText('8 cartas')
    }
    await Promise.all(
      [page, second].map((one) => dialogOf(one).getByRole('button', { name: 'Cerrar tanda' }).click()),
    )
    const told = await Promise.all(
      [page, second].map(async (one) => {
        const made = one.getByText(/cerrada: 8 cartas/)
        const refused = dialogOf(one).getByRole('alert')
        await expect(made.or(refused).first()).toBeVisible()
        if (!(await refused.isVisible())) return 'closed'
        await expect(refused).toContainText(/No hay cartas pagadas en espera/)
        await one.keyboard.press('Escape')
        // The page that came too late shows what is so now.
        await expect(one.getByRole('row', { name: new RegExp(`^B000${round}`) })).toBeVisible()
        return 'refused'
      }),
    )
    expect(told.toSorted()).toEqual(['closed', 'refused'])
    closed++

    await second.goto(`/print-room?tanda=B000${round}`)
    const marks = second.getByRole('table').getByRole('rowheader')
    await expect(marks).toHaveCount(sent.length)
    const mine = await marks.allTextContents()
    expect(mine.toSorted()).toEqual(sent.map(({ id }) => markOf(id)).toSorted())
    for (const one of [page, second]) await one.goto('/print-room')
  }
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(closed)
  await context.close()
})
