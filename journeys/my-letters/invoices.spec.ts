import { allow, expect, test } from '../person/journey.ts'
import { payLetter } from '../person/paid-letter.ts'
import { textOf } from '../person/pdf.ts'
import { signIn } from '../person/person.ts'
import { callServer } from '../server/call-server.ts'
import { sideways } from '../person/visit.ts'

test.use({ serverName: 'my-letters' })

const buyer = { name: 'Papelería Ñandú, S. L.', nif: 'A58818501', address: 'Calle Mayor 1, 28013 Madrid' }

test('an invoice with a NIF is asked for once, by keyboard, on a phone too', async ({ page, server }) => {
  const token = await signIn(page, server, 'factura@ejemplo.test')
  const { id } = await payLetter(server, token)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/my-letters?carta=${id}`)
  await page.getByRole('button', { name: 'Recibo y factura' }).click()
  const region = page.getByRole('region', { name: 'Factura' })

  const ask = region.getByRole('button', { name: 'Pedir factura con NIF' })
  await ask.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pedir factura con NIF' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Nombre o razón social').fill(buyer.name)
  await dialog.getByLabel('NIF').fill('A58818502')
  await dialog.getByLabel('Domicilio fiscal').fill(buyer.address)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    'Ese NIF no es correcto: compruebe los números y la letra.',
  )
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  await dialog.getByLabel('NIF').fill(buyer.nif)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Su factura con NIF está lista.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(ask).toHaveCount(0)
  await expect(region.getByRole('button', { name: 'Descargar la factura con NIF (PDF)' })).toBeVisible()
})

// Not in Firefox: Playwright takes no notice of its downloads of what a page has made.
test('a simplified invoice and the full one in its place say what the law asks', async ({ page, server }) => {
  const token = await signIn(page, server, 'factura.pdf@ejemplo.test')
  const { id } = await payLetter(server, token)
  const downloaded = async (name: string) => {
    await page.goto(`/my-letters?carta=${id}`)
    await page.getByRole('button', { name: 'Recibo y factura' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: `Descargar la ${name} (PDF)` }).click()
    return textOf(await (await coming).path())
  }
  const simplified = await downloaded('factura simplificada')
  for (const part of [
    'Factura simplificada',
    'PRUEBA-S',
    'SIN VALIDEZ FISCAL',
    '2,72 €',
    'IVA (21 %)',
    '0,57 €',
    '3,29 €',
  ])
    expect(simplified).toContain(part)

  await callServer(server, token, `/letters/${id}/invoice`, { body: buyer })
  const full = await downloaded('factura con NIF')
  for (const part of [
    'PRUEBA-F',
    'Papelería Ñandú, S. L.',
    'NIF A58818501',
    'Calle Mayor 1',
    'Sustituye a',
    '2,89 €',
  ])
    expect(full).toContain(part)
})

test('an invoice that is made is said to be made, where the letter cannot be read anew, too', async ({
  page,
  server,
  consoleErrors,
}) => {
  allow(consoleErrors, /503/)
  const token = await signIn(page, server, 'lenta@ejemplo.test')
  const { id } = await payLetter(server, token)
  await page.goto(`/my-letters?carta=${id}`)
  await page.getByRole('button', { name: 'Recibo y factura' }).click()
  await page.getByRole('button', { name: 'Pedir factura con NIF' }).click()
  const asked = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  await page.route(`**/letters/${id}`, async (route) => {
    asked.resolve()
    await mayGoOn.promise
    await route.fulfill({ status: 503, json: { detail: 'Ahora no.' } })
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre o razón social').fill(buyer.name)
  await dialog.getByLabel('NIF').fill(buyer.nif)
  await dialog.getByLabel('Domicilio fiscal').fill(buyer.address)
  await page.keyboard.press('Enter')
  await asked.promise
  await expect(dialog.getByRole('button', { name: 'Preparando...' })).toBeVisible()
  mayGoOn.resolve()
  await expect(page.getByText('Su factura con NIF está lista.')).toBeVisible()
  await expect(dialog).toBeHidden()
})
