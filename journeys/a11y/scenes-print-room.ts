import { expect } from '@playwright/test'
import {
  addAuthenticator,
  enrol,
  addOperator,
  makeOperator,
  markOf,
  scan,
  sendLetters,
} from '../print-room/in-the-print-room.ts'
import { payLetter, tokenOf } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { visit } from '../person/visit.ts'
import { allLooks } from './examine.ts'
import { heading, type Stage } from './stage.ts'
import { answer } from '../person/sign-in.ts'

const email = 'imprenta@ejemplo.test'

/** The operator's screens, from letters that wait to the audit log. */
export async function printRoomScenes({ page, server, look }: Stage) {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = page.getByRole('dialog')
  const leave = async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  await signIn(page, server, email)
  await makeOperator(page, server, email, 'María del Carmen Fernández de la Vega', '--supervisor')
  const letters = await sendLetters(server, 6, 2)
  const token = await tokenOf(server, 'disputa@ejemplo.test')
  const disputed = await payLetter(server, token, { card: '4000000000000259', reaches: 'needs-person' })
  await visit(page, '/print-room')
  await heading(page, 'Hoy')
  await look('print room, letters waiting', allLooks)
  await button('Cerrar tanda').click()
  await answer(page, '/print-room/batches', 409, {
    detail: 'No hay cartas pagadas en espera: no se ha cerrado ninguna tanda.',
  })
  await dialog.getByRole('button', { name: 'Cerrar tanda' }).click()
  await dialog.getByRole('alert').waitFor()
  await look('print room, closing refused')
  await dialog.getByRole('button', { name: 'Cerrar tanda' }).click()
  await page.getByText(/cerrada: \d+ cartas/).waitFor()
  await button(/^Descargar el PDF de/)
    .first()
    .click()
  await dialog.waitFor()
  await look('print room, downloading')
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click()
  await button(/^Marcar impresa/).click()
  await page.getByText(/cartas impresas\./).waitFor()

  await page.getByRole('table').getByRole('rowheader').getByRole('link').first().click()
  await heading(page, /^Tanda/)
  await page.getByRole('table').waitFor()
  await look('print room, a batch')
  await button(/^Entregada a Correos/)
    .first()
    .click()
  await look('print room, posting')
  await leave()

  const long = letters.find(({ sheets }) => sheets === 2)!
  const short = letters.find(({ sheets }) => sheets === 1)!
  await page.getByRole('link', { name: 'Escanear' }).click()
  await page.getByText('Listo para la primera hoja.').waitFor()
  await scan(page, long.id, 2, 2)
  await page.getByText('Falta la hoja 1.').waitFor()
  await look('print room, a sheet is missing')
  await scan(page, short.id, 1, 1)
  await page.getByText('¡Hoja de otra carta!').waitFor()
  await scan(page, long.id, 1, 2)
  await page.getByText(/^Carta .* ensobrada$/).waitFor()
  await look('print room, enclosed')

  await visit(page, `/print-room?carta=${short.id}`)
  await button('Reimprimir').waitFor()
  await look('print room, a letter')
  await button('Reimprimir').click()
  await dialog.getByRole('button', { name: 'Reimprimir' }).click()
  await dialog.getByText('Elija un motivo.').waitFor()
  await look('print room, a reprint without a reason')
  await leave()

  await page.getByRole('link', { name: /^Incidencias/ }).click()
  await page.getByRole('link', { name: `Carta ${markOf(disputed.id)}` }).waitFor()
  await look('print room, needs a person')
  await page.getByRole('link', { name: 'Buscar' }).click()
  await page.getByRole('searchbox').fill(markOf(short.id).slice(0, 6))
  await page.keyboard.press('Enter')
  await page.getByText('Encontradas: 1').waitFor()
  await look('print room, found')
  await page.getByRole('link', { name: 'Oficina' }).click()
  await page.getByRole('table', { name: 'Precios' }).waitFor()
  await page.getByRole('table', { name: /^Cifras/ }).waitFor()
  await page.getByRole('searchbox').fill('carta')
  await page.keyboard.press('Enter')
  await page.getByText('Escriba el correo entero').first().waitFor()
  await look('print room, the office')
  await page.getByRole('searchbox').fill('carta-0@ejemplo.test')
  await page.keyboard.press('Enter')
  await page.getByText('Cuentas encontradas: 1').waitFor()
  await look('print room, a customer')
  await page.getByRole('link', { name: 'Registro' }).click()
  await page.getByRole('table', { name: 'Actos' }).waitFor()
  await look('print room, the record')
}

/** What keeps the console shut: the second factor set up, and asked for again (design/print-room.md#operator-factor). */
export async function factorScenes({ page, server, look }: Stage) {
  const email = 'segundo-paso@ejemplo.test'
  const enrolling = page.getByRole('dialog', { name: 'Proteja su acceso a la imprenta' })
  const asked = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await addAuthenticator(page)
  await signIn(page, server, email)
  const session = await addOperator(page, server, email, 'Pilar Sanz')
  await visit(page, '/print-room')
  const passkey = enrolling.getByRole('button', { name: 'Crear una llave de acceso' })
  await passkey.waitFor()
  await look('second factor, to be chosen')
  await enrolling.getByRole('button', { name: 'Usar una aplicación de códigos' }).click()
  // Refused by the server, and then not even sent.
  await answer(page, '/operator/totp', 403, { detail: 'No es correcto, o ya se ha usado.' })
  await enrolling.getByLabel('Código de su aplicación').fill('123456')
  await page.keyboard.press('Enter')
  await enrolling.getByRole('alert').waitFor()
  await enrolling.getByLabel('Código de su aplicación').fill('12345')
  await page.keyboard.press('Enter')
  await enrolling.getByText('Escriba las seis cifras').waitFor()
  await look('second factor, application of codes, code refused')
  await page.reload()
  await passkey.click()
  await heading(page, 'Hoy')

  await enrol(session, server)
  await signIn(page, server, email)
  await visit(page, '/print-room')
  await asked.getByRole('button', { name: 'Usar la llave de acceso' }).waitFor()
  await look('second factor, asked for')
}
