import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { orderNumber } from '@lacre/letter/order-number.ts'
import type { Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { freezeLetter, payLetter } from '../person/paid-letter.ts'
import { textOf } from '../person/pdf.ts'
import { signIn } from '../person/person.ts'
import { recipient } from '../write/write-a-letter.ts'
import { heading } from '../person/visit.ts'

test.use({ serverName: 'my-letters' })

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const letterText = (page: Page) => page.getByRole('textbox', { name: 'Carta' })

async function openLetters(page: Page) {
  await page.goto('/my-letters')
  await expect(heading(page, 'Mis cartas')).toBeVisible()
  await expect(page.getByText('Cargando sus cartas...')).toBeHidden()
}

test('from the avatar menu: nothing there yet, then the letter that was paid, its pages and its receipt @core', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'lista@ejemplo.test')
  await page.goto('/')
  await page.getByRole('button', { name: 'Menú de la cuenta' }).click()
  await expect(page.locator('#menu > *')).toHaveText(['Perfil', 'Mis cartas', 'Cerrar sesión'])
  await page.locator('#menu').getByRole('link', { name: 'Mis cartas' }).click()
  await expect(heading(page, 'Mis cartas')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Todavía no hay ninguna carta' })).toBeVisible()
  await expect(page.getByRole('search')).toHaveCount(0)

  const letter = await payLetter(server, token)
  await page.reload()
  await expect(row(page, recipient.name)).toContainText(recipient.city)
  await expect(row(page, recipient.name)).toContainText('Está pagada y espera a imprimirse.')
  await page.getByRole('link', { name: recipient.name }).click()
  await expect(heading(page, `Carta para ${recipient.name}`)).toBeFocused()
  await expect(page).toHaveTitle(`Carta para ${recipient.name} · Lacre`)
  const way = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ has: page.getByRole('heading', { name: 'Su camino' }) })
  await expect(way.getByRole('listitem')).toHaveText([
    /^Pagada/,
    /^Se imprime/,
    /^Se entrega a Correos/,
    /^Llega hacia el/,
  ])

  await page.getByRole('button', { name: 'Recibo y factura' }).click()
  const receipt = page.getByRole('region', { name: 'Recibo' })
  for (const told of [
    orderNumber(letter.id),
    letter.hash,
    '0,89 €',
    '3,50 €',
    '−1,10 €',
    'Total (IVA incluido)',
    '3,29 €',
  ])
    await expect(receipt).toContainText(told)
  await page.emulateMedia({ media: 'print' })
  await expect(receipt).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(way).toBeHidden()
  await expect(page.getByRole('complementary')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // The file on the disk is the one that was paid, to the last bit.
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar las páginas (PDF)' }).click()
  const file = await (await coming).path()
  await expect(page.getByText('es el documento que usted pagó')).toBeVisible()
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  await page.getByText('Comprobar el documento').click()
  await expect(page.getByText(sha256)).toBeVisible()
  expect(await textOf(file)).toContain('¿cómo estás?')
})

test('a file that is not the one that was paid is not handed over', async ({ page, server }) => {
  const token = await signIn(page, server, 'otra-huella@ejemplo.test')
  const { id } = await payLetter(server, token)
  await page.goto(`/my-letters?carta=${id}`)
  await page.route(`**/letters/${id}/pdf`, (route) => route.fulfill({ body: '%PDF-1.7 otra cosa' }))
  await page.getByRole('button', { name: 'Descargar las páginas (PDF)' }).click()
  await expect(page.getByRole('alert')).toContainText('no es el que usted pagó')
})

test('a paid letter is cancelled and its money comes back; once its batch is closed it cannot be @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  const token = await signIn(page, server, 'cancela@ejemplo.test')
  await payLetter(server, token, { to: { name: 'Se cancela' } })
  const late = await payLetter(server, token, { to: { name: 'Demasiado tarde' } })
  await openLetters(page)
  await page.getByRole('link', { name: 'Se cancela' }).click()
  await expect(page.getByText(/Puede cancelarla hasta .+ a las? \d+:\d\d\.$/)).toBeVisible()

  const dialog = page.getByRole('dialog', { name: '¿Cancelar esta carta?' })
  await page.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
  await expect(dialog).toContainText('3,29 €')
  await dialog.getByRole('button', { name: 'Conservar la carta' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
  await dialog.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
  await expect(page.getByText('La carta se ha cancelado.')).toBeVisible()
  await expect(page.getByText(/Le (estamos devolviendo|hemos devuelto) 3,29 €/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancelar y devolver el dinero' })).toHaveCount(0)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Le hemos devuelto 3,29 €.')).toBeVisible({ timeout: 5_000 })
  }).toPass()

  // Back in the list the letter is what it has become, and the focus is where it was.
  await page.getByRole('link', { name: 'Mis cartas', exact: true }).click()
  await expect(row(page, 'Se cancela')).toContainText('Cancelada; no se enviará.')
  await expect(page.getByRole('link', { name: 'Se cancela' })).toBeFocused()

  await page.getByRole('link', { name: 'Demasiado tarde' }).click()
  await expect(heading(page, 'Carta para Demasiado tarde')).toBeVisible()
  await server.lacre('batch', '--folder', server.dataDir)
  await page.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
  await dialog.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
  await expect(dialog.getByRole('alert')).toContainText('ya está en la imprenta y no se puede cancelar')
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByRole('article')).toContainText('Se está imprimiendo. Ya no puede cancelarse.')
  await expect(page.getByRole('button', { name: 'Cancelar y devolver el dinero' })).toHaveCount(0)
  allow(consoleErrors, /status of 409/)

  await server.lacre('posted', 'B0001')
  await page.goto(`/my-letters?carta=${late.id}`)
  await expect(page.getByRole('article')).toContainText(
    /En camino; llegada estimada el \d+ de \S+ de \d{4}\./,
  )
  await expect(page.getByRole('main')).not.toContainText(/entregada(?! a Correos)/i)
})

test('an unpaid letter says so, can be edited, and can be discarded', async ({ page, server }) => {
  const token = await signIn(page, server, 'sin-pagar@ejemplo.test')
  await freezeLetter(server, token)
  await openLetters(page)
  await expect(row(page, recipient.name)).toContainText('Sin pagar')
  await page.getByRole('link', { name: recipient.name }).click()
  await expect(page.getByRole('region', { name: 'Recibo' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Seguir escribiendo' }).click()
  await expect(letterText(page)).toContainText('Querida Concepción')
  await page.goBack()
  await page.getByRole('button', { name: 'Descartar la carta' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar la carta' }).click()
  await expect(page.getByRole('article')).toContainText(
    'Cancelada antes de pagarse; no se le ha cobrado nada.',
  )
})
