import { addDays, day } from '@lacre/letter/days.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { enterPrintRoom } from '../print-room/in-the-print-room.ts'
import { openWritePage, panelOf } from '../write/at-the-editor.ts'

test.use({ serverName: 'prices' })

const amountsOf = async (page: Page, role: 'dialog' | 'table') =>
  (await page.getByRole(role).innerText()).replaceAll('\u00a0', ' ').match(/[−-]?\d+,\d\d €/g)

/** On the device and in the server's answers. If the two differ by years, the server's date counts. */
async function dayComes(page: Page, moment: string) {
  await page.clock.setFixedTime(moment)
  await page.route('**/config', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), date: new Date(moment).toUTCString() }
    await route.fulfill({ response, headers })
  })
}

test('a tariff that the operator adds stands on the pages and in the terms from its day on (design/money.md#dated-prices)', async ({
  page,
  server,
}, { repeatEachIndex }) => {
  const from = addDays(day('2041-01-01'), repeatEachIndex)
  const said = await server.lacre('price', 'add', '--from', from, '--code', 'postage', '--cents', '96')
  expect(said.replaceAll('\u00a0', ' ')).toContain('Total (IVA incluido): 3,36 €')

  const shown = async () => {
    await openWritePage(page)
    await expect(panelOf(page)).toContainText('€')
    await page.getByRole('button', { name: 'Ver el detalle de costes' }).click()
    const amounts = await amountsOf(page, 'dialog')
    await page.goto('/terms-of-use')
    await expect(page.getByRole('main')).toContainText(`Cada carta cuesta ${amounts?.at(-1)}, IVA incluido`)
    expect(await amountsOf(page, 'table')).toEqual(amounts)
    return amounts
  }
  expect(await shown()).toEqual(['0,89 €', '3,50 €', '−1,10 €', '3,29 €'])
  await dayComes(page, `${from}T08:00:00Z`)
  expect(await shown()).toEqual(['0,96 €', '3,50 €', '−1,10 €', '3,36 €'])
})

test('the office shows every price with its first day', async ({ page, server }, { repeatEachIndex }) => {
  const from = addDays(day('2051-01-01'), repeatEachIndex)
  await server.lacre('price', 'add', '--from', from, '--code', 'launch-discount', '--cents=-50')
  await enterPrintRoom(page, server, `oficina.${repeatEachIndex}@ejemplo.test`, 'Inés Gil')
  await page.getByRole('link', { name: 'Oficina' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Oficina' })).toBeFocused()
  const rows = page.getByRole('table', { name: 'Precios' }).getByRole('row')
  await expect(rows.filter({ hasText: '2051' }).first()).toHaveText(
    /^\d+ de enero de 2051 \(todavía no\)Descuento de lanzamiento−0,50.€terminal: /,
  )
  await expect(rows.filter({ hasText: '1 de enero de 2025' })).toHaveCount(3)
})
