import { freezeLetter, payLetter } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { visit } from '../person/visit.ts'
import { recipient } from '../write/write-a-letter.ts'
import { allLooks } from './examine.ts'
import type { Stage } from './stage.ts'

/** Mis cartas: none, some, one of them and its cancelling. */
export async function lettersScenes({ page, server, look }: Stage) {
  const token = await signIn(page, server, 'cartas@ejemplo.test')
  await visit(page, '/my-letters')
  await page.getByRole('heading', { name: 'Todavía no hay ninguna carta' }).waitFor()
  await look('letters, none')
  await payLetter(server, token)
  // With eight letters there is a search.
  for (let other = 1; other <= 6; other++)
    await freezeLetter(server, token, { to: { name: `Otra ${other}` } })
  await freezeLetter(server, token, {
    to: { name: 'Maximiliana Constantinopolitana de Villahermosa y Sotogrande' },
  })
  await page.reload()
  const paid = page.getByRole('main').getByRole('link', { name: recipient.name })
  await paid.waitFor()
  await page.getByText('Por estado o por fecha').click()
  await look('letters', allLooks)
  await paid.click()
  await page.getByRole('button', { name: 'Recibo y factura' }).click()
  await page.getByRole('region', { name: 'Recibo' }).waitFor()
  await page.getByText('Comprobar el documento').click()
  await look('letter, paid', allLooks)
  await page.getByRole('button', { name: 'Pedir factura con NIF' }).click()
  await page.getByRole('dialog', { name: 'Pedir factura con NIF' }).waitFor()
  await page.getByRole('button', { name: 'Pedir la factura' }).click()
  await page.getByText('Rellene los tres datos').waitFor()
  await look('letter, its invoice asked for')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
  await page.getByRole('dialog', { name: '¿Cancelar esta carta?' }).waitFor()
  await look('letter, to be cancelled')

  await visit(page, '/address-book')
  await page.getByRole('listitem').getByText(recipient.name).waitFor()
  await look('address book')
  await page.getByRole('button', { name: 'Añadir una dirección' }).click()
  await page.getByRole('dialog', { name: 'Añadir una dirección' }).waitFor()
  await look('address book, one more')
  await visit(page, '/write')
  await page.getByRole('region', { name: 'Destinatario' }).getByRole('button', { name: 'Editar' }).click()
  const name = page.getByRole('combobox', { name: 'Nombre completo' })
  await name.waitFor()
  await name.press('ArrowDown')
  await page.getByRole('option', { name: recipient.name, selected: true }).waitFor()
  await look('address, offered from the book')
}
