import type { Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { payLetter, statesOf, tokenOf } from '../person/paid-letter.ts'
import { textOf } from '../person/pdf.ts'
import { linkFromMail, payWith, signOut } from '../person/person.ts'
import { heading } from '../person/visit.ts'
import { enterPrintRoom, closeBatch } from '../print-room/in-the-print-room.ts'
import { recipient } from '../write/write-a-letter.ts'
import { chooseAccount } from '../person/sign-in.ts'

test.use({ serverName: 'came-back' })

const writer = 'remitente@ejemplo.test'
const offer = 'Corregir la dirección y enviarla otra vez'

async function markReturned(page: Page, id: string) {
  await page.goto(`/print-room?carta=${id}`)
  await page.getByRole('button', { name: 'Devuelta por Correos' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('La dirección está incompleta.').click()
  await dialog.getByRole('button', { name: 'Anotar la devolución' }).click()
  await expect(page.getByText('Anotada como devuelta')).toBeVisible()
}

async function correct(page: Page, fields: Record<string, string>) {
  const dialog = page.getByRole('dialog', { name: 'Datos del destinatario' })
  for (const [name, value] of Object.entries(fields)) await dialog.locator(`[name=${name}]`).fill(value)
  await dialog.getByRole('button', { name: 'Continuar al pago' }).click()
}

test('a letter that came back is corrected, paid with its postage, and printed with the new address (design/letter.md#came-back) @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  allow(consoleErrors, /status of 422/)
  const token = await tokenOf(server, writer)
  const first = await payLetter(server, token, { content: '<p>Querida Concepción: sin número.</p>' })
  await server.lacre('posted', (await closeBatch(server)).name)
  await enterPrintRoom(page, server, 'olga.vuelta@ejemplo.test', 'Olga')
  await markReturned(page, first.id)

  await test.step('the link of the mail leads to the letter, also through signing in', async () => {
    await page.goto('/') // the console, which reads the letter again, is left
    await signOut(page)
    await page.goto(await linkFromMail(server, writer, /devuelto/))
    await expect(heading(page, 'Iniciar sesión')).toBeVisible()
    await chooseAccount(page, writer)
  })
  await expect(heading(page, `Carta para ${recipient.name}`)).toBeVisible()
  const back = page.getByRole('region', { name: 'Por qué ha vuelto' })
  await expect(back).toContainText('La dirección está incompleta.')
  await expect(back).toContainText('solo el franqueo, 0,89 €')
  await back.getByRole('button', { name: offer }).click()
  const form = page.getByRole('dialog', { name: 'Datos del destinatario' })
  await expect(form.locator('[name=street]')).toHaveValue(recipient.street)

  await test.step('an address that cannot be printed is refused in its place, and nothing of it is lost', async () => {
    await correct(page, { street: 'Calle de la Constitución 84', postalCode: '99999' })
    await expect(form.getByRole('alert')).toBeVisible()
    await expect(form.locator('[name=street]')).toHaveValue('Calle de la Constitución 84')
  })

  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await test.step('the pages and the price are seen before paying; who thinks better of it may correct again', async () => {
    await correct(page, { postalCode: '06700' })
    await expect(dialog).toContainText('Calle de la Constitución 84, 06700')
    await expect(dialog).toContainText('0,89 €')
    await expect(dialog).not.toContainText('3,50 €')
    await expect(dialog.getByRole('button', { name: /página 1/i })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(back.getByRole('button', { name: offer })).toBeFocused()
    await expect(back).toContainText('sin pagar todavía')
    expect(await statesOf(server, token)).toEqual(['frozen', 'returned'])

    await back.getByRole('button', { name: offer }).click()
    await correct(page, { street: 'Calle de la Constitución 88' })
    await expect(dialog).toContainText('Calle de la Constitución 88, 06700')
    expect(await statesOf(server, token)).toEqual(['frozen', 'returned'])
  })

  await payWith(page, '4242 4242 4242 4242')
  await expect(heading(page, '¡Pedido realizado con éxito!')).toBeFocused()
  await expect.poll(() => statesOf(server, token)).toEqual(['paid', 'returned'])

  await test.step('the two letters lead to each other', async () => {
    await page.goto(`/my-letters?carta=${first.id}`)
    const second = back.getByRole('link', { name: /^Enviada otra vez el/ })
    await expect(second).toBeVisible()
    await expect(back.getByRole('button', { name: offer })).toHaveCount(0)
    await second.click()
    await expect(page.getByRole('article')).toContainText('Calle de la Constitución 88')
    await page.getByRole('button', { name: 'Recibo y factura' }).click()
    const receipt = page.getByRole('region', { name: 'Recibo' })
    await expect(receipt).toContainText('Franqueo nacional ordinario0,89 €')
    await expect(receipt).not.toContainText('Servicio')
    await page.getByRole('link', { name: /^Segundo envío de la carta del/ }).click()
    await expect(back).toBeVisible()
  })

  await test.step('the next batch prints it, once, and the console shows both', async () => {
    const text = await textOf((await closeBatch(server)).pdf)
    expect(text).toContain('CALLE DE LA CONSTITUCIÓN 88')
    expect(text).toContain('Querida Concepción: sin número.')
    await enterPrintRoom(page, server, 'eva.vuelta@ejemplo.test', 'Eva')
    await page.goto(`/print-room?carta=${first.id}`)
    await expect(page.getByText('Enviada otra vez')).toBeVisible()
    await page.getByRole('definition').getByRole('link').click()
    await expect(page.getByText('Segundo envío de')).toBeVisible()
  })
})
