import { blockOf, box, letterOf, openDesk, panelOf, sendOf, storedKeys } from './at-the-editor.ts'
import { expect, test } from '../person/journey.ts'

test('[2.2, 2.29, 2.37, 2.41, 9.15] /write: the editor card under a date heading at the left, a side panel of at most 350 px at the right', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openDesk(page)
  await expect(page).toHaveURL(/\/write$/)
  const heading = await box(page.getByRole('heading', { level: 1 }))
  const letter = await box(letterOf(page))
  const panel = await box(panelOf(page))
  expect(heading.bottom).toBeLessThanOrEqual(letter.y)
  expect(letter.right).toBeLessThan(panel.x)
  expect(panel.width).toBe(350)

  const send = await box(sendOf(page))
  expect([send.x, send.width]).toEqual([panel.x, panel.width])
  await page.setViewportSize({ width: 1800, height: 900 })
  expect((await box(panelOf(page))).width).toBe(350)
})

test("[2.30] the date is in Spanish, 'day de Month year' with a capital, and it is the day in Madrid", async ({
  page,
}) => {
  const days = [
    ['2026-11-21T12:00:00+01:00', '21 de Noviembre 2026'],
    ['2026-05-04T12:00:00+02:00', '4 de Mayo 2026'],
    ['2027-01-01T00:30:00+01:00', '1 de Enero 2027'], // still December in London
  ] as const
  for (const [instant, heading] of days) {
    await page.clock.setFixedTime(new Date(instant))
    await openDesk(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
})

test('[2.31] an empty letter shows its placeholder until one writes', async ({ page }) => {
  await openDesk(page)
  const shown = () =>
    letterOf(page)
      .locator('p')
      .first()
      .evaluate((line) => getComputedStyle(line, '::before').content)
  expect(await shown()).toBe('"Escribe aquí tu carta..."')
  await letterOf(page).click()
  await page.keyboard.type('H')
  expect(await shown()).toBe('none')
  await page.keyboard.press('Backspace')
  expect(await shown()).toBe('"Escribe aquí tu carta..."')
})

test('[2.32] the format toolbar is collapsed, and the button Formato opens and closes it', async ({
  page,
}) => {
  await openDesk(page)
  const button = page.getByRole('button', { name: 'Formato', exact: true })
  const toolbar = page.getByRole('toolbar', { name: 'Formato de la carta' })
  await expect(toolbar).toBeHidden()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await expect(toolbar).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await button.click()
  await expect(toolbar).toBeHidden()
})

test('[2.38, 4.30, 4.31, 9.6, 9.7, 9.8] the estimated arrival: three working days from today, one calendar day more, and no step after that (design.md#arrival-estimate)', async ({
  page,
}) => {
  const arrivals = [
    ['2026-03-02', '6 de marzo de 2026'], // a plain week
    ['2026-03-06', '12 de marzo de 2026'], // over a weekend
    ['2026-03-07', '12 de marzo de 2026'], // on a Saturday
    ['2025-12-31', '8 de enero de 2026'], // 01-01 and 01-06
    ['2026-04-30', '7 de mayo de 2026'], // 05-01
    ['2025-08-14', '21 de agosto de 2025'], // 08-15
    ['2026-10-09', '16 de octubre de 2026'], // 10-12
    ['2027-10-29', '5 de noviembre de 2027'], // 11-01
    ['2027-12-03', '11 de diciembre de 2027'], // 12-06 and 12-08; the day more is a Saturday and stays one
    ['2026-12-24', '31 de diciembre de 2026'], // 12-25
  ] as const
  for (const [today, arrival] of arrivals) {
    await page.clock.setFixedTime(new Date(`${today}T11:00:00Z`))
    await openDesk(page)
    const estimate = panelOf(page).getByText('Fecha estimada de llegada:').locator('..')
    await expect(estimate, today).toHaveText(`Fecha estimada de llegada:${arrival}`)
  }
})

test("[2.39, 9.1] 'Coste total:' with '3,29 €' and an eye that opens the cost breakdown", async ({
  page,
}) => {
  await openDesk(page)
  const cost = panelOf(page).getByText('Coste total:').locator('..')
  await expect(cost).toHaveText('Coste total:3,29 €')
  const eye = cost.getByRole('button', { name: 'Ver el detalle de costes' })
  await expect(eye.locator('svg')).toBeVisible()
  await eye.click()
  await expect(page.getByRole('dialog', { name: 'Detalle de costes' })).toBeVisible()
})

test('[2.40, 3.2, 3.3] Remite and Destinatario, each with Editar, show the sample addresses when nothing is stored (design.md#sample-addresses)', async ({
  page,
}) => {
  await openDesk(page)
  expect(await storedKeys(page)).toEqual([])
  const samples = {
    Remite: { city: 'Málaga', state: 'Distrito Centro', postalCode: '29007', country: 'España' },
    Destinatario: { city: 'Madrid', state: '', postalCode: '28008', country: 'España' },
  }
  for (const [name, fields] of Object.entries(samples) as ['Remite' | 'Destinatario', object][]) {
    const block = blockOf(page, name)
    await expect(block.getByRole('heading', { name })).toBeVisible()
    await expect(block).toContainText('Dirección de ejemplo')
    for (const value of Object.values(fields) as string[]) await expect(block).toContainText(value)
    await block.getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog')
    const values = Object.entries(fields) as [string, string][]
    for (const [field, value] of values) await expect(dialog.locator(`[name=${field}]`)).toHaveValue(value)
    await expect(dialog.locator('[name=name]')).toHaveValue(/\S+ \S+/)
    await expect(dialog.locator('[name=street]')).toHaveValue(/\S+ \S+/)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  }
})

test('[6.1] an anonymous visitor writes, edits addresses and sees landing, static pages, login and register', async ({
  page,
}) => {
  const screens = {
    '/': 'Envía cartas personales de forma fácil y rápida',
    '/about-us': /./,
    '/privacy-policy': /./,
    '/terms-of-use': /./,
    '/login': 'Iniciar sesión',
    '/register': 'Crear cuenta',
  }
  for (const [path, heading] of Object.entries(screens)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveURL(path)
  }
  await openDesk(page)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await letterOf(page).click()
  await page.keyboard.type('Querida Concepción:')
  await expect(letterOf(page)).toHaveText('Querida Concepción:')
  await blockOf(page, 'Destinatario').getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('dialog').locator('[name=city]').fill('Alcalá de Henares')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(blockOf(page, 'Destinatario')).toContainText('Alcalá de Henares')
})
