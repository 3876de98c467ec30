import { expect } from '@playwright/test'
import { meanSamples, payWith, signIn } from '../person/person.ts'
import { paste, pressRare } from '../write/at-the-editor.ts'
import { editAddress, recipient, writeLetter } from '../write/write-a-letter.ts'
import { hold } from './answer-in-place.ts'
import type { Stage } from './stage.ts'
import { visit } from '../person/visit.ts'

/** The writing page with everything that opens on it. */
export async function writingScenes({ page, server, look }: Stage) {
  await signIn(page, server, 'escribe@ejemplo.test')
  await visit(page, '/write')
  const letter = page.getByRole('textbox', { name: 'Carta' })
  const format = page.getByRole('button', { name: 'Formato' })
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: 'Formato de la carta' }).getByRole('button', { name, exact: true })
  const send = page.getByRole('button', { name: 'Enviar', exact: true })
  await expect(format).toBeEnabled()
  await expect(send).toBeEnabled()
  await look('write, empty')

  page.once('dialog', (alert) => void alert.accept())
  await send.click()
  await page.getByRole('alert').waitFor()
  await look('write, refused by the server')

  await writeLetter(page)
  await letter.press('Control+Home')
  for (const drawer of ['Color del texto', 'Color de fondo']) {
    await tool(drawer).click()
    await page.getByRole('toolbar', { name: drawer }).waitFor()
    await look(`write, ${drawer}`)
  }
  await tool('Enlace').click()
  await page.getByRole('button', { name: 'Poner enlace' }).click()
  await page.getByText('Escriba la dirección del enlace').waitFor()
  await look('write, link with error')
  await page.keyboard.press('Escape')
  await paste(page, { files: [{ base64: btoa('GIF89a'), name: 'gato.gif', type: 'image/gif' }] })
  await page.getByText('Solo se pueden añadir imágenes').waitFor()
  await look('write, picture refused')

  const close = page.getByRole('button', { name: 'Entendido' })
  await close.click()
  await expect(letter).toBeFocused()
  const photo = letter.getByRole('img')
  await photo.click()
  await page.getByRole('button', { name: 'Mediana' }).click()
  await page.getByLabel('Pie de foto').fill('La abuela en Ronda, 1974')
  await page.keyboard.press('Enter')
  await expect(photo).toHaveAccessibleName('La abuela en Ronda, 1974')
  await look('write, picked photo')
  await page.getByRole('button', { name: 'Estilo de la carta' }).click()
  await page.getByRole('radio', { name: 'A mano' }).waitFor()
  await look('write, styles')
  for (const [opener, title] of [
    ['Recuperar', 'Recuperar una versión'],
    ['Borrar borrador', '¿Borrar el borrador?'],
  ] as const) {
    await pressRare(page, opener)
    await page.getByRole('dialog', { name: title }).waitFor()
    await look(`write, ${title}`)
    await page.keyboard.press('Escape')
  }
  await pressRare(page, 'Plantillas')
  const templates = page.getByRole('dialog', { name: 'Mis plantillas' })
  await templates.getByText('Todavía no tiene ninguna plantilla.').waitFor()
  await templates.getByRole('button', { name: 'Guardar como plantilla' }).click()
  await look('write, templates, none and no name')
  await templates.getByLabel('Nombre de la plantilla').fill('Navidad')
  await page.keyboard.press('Enter')
  await templates.getByRole('button', { name: 'Cambiar nombre' }).click()
  await look('write, a template gets another name')
  await templates.getByRole('button', { name: 'Cancelar' }).click()
  await templates.getByRole('button', { name: 'Borrar' }).click()
  await templates.getByRole('button', { name: 'Deshacer' }).waitFor()
  await look('write, a template dropped')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Vista previa' }).click()
  await page.getByRole('region', { name: /^Página 1 de/ }).waitFor()
  await look('write, preview')
}

/** The panel's own dialogs and the payment. */
export async function sendingScenes({ page, server, look }: Stage) {
  await signIn(page, server, 'paga@ejemplo.test')
  await visit(page, '/write')
  const letter = page.getByRole('textbox', { name: 'Carta' })
  const dialog = page.getByRole('dialog')
  const send = page.getByRole('button', { name: 'Enviar', exact: true })
  const edit = (block: string) =>
    page.getByRole('region', { name: block }).getByRole('button', { name: 'Editar' })
  await expect(send).toBeEnabled()
  await letter.fill('Querida Concepción: te escribo con calma.')

  await edit('Remite').click()
  await look('address of the sender')
  await page.keyboard.press('Escape')
  await edit('Destinatario').click()
  for (const field of ['name', 'street', 'city', 'postalCode', 'country'])
    await dialog.locator(`[name=${field}]`).fill('')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByText('El país es requerido').waitFor()
  await look('address with errors')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await editAddress(page, 'Destinatario', { ...recipient, country: 'Francia' })
  await page.getByRole('region', { name: 'Destinatario' }).getByRole('status').waitFor()
  await look('write, recipient abroad')
  await page.evaluate(() => localStorage.removeItem('destinationAddress'))
  await page.reload()

  await page.getByRole('button', { name: 'Ver el detalle de costes' }).click()
  await dialog.waitFor()
  await look('cost')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Elegir el día' }).click()
  await dialog.getByRole('radio', { name: 'Que llegue el…' }).check()
  await look('posting day')
  await page.keyboard.press('Escape')

  const releaseLetter = await hold(page, '/letters/')
  await send.click()
  await expect(send).toBeDisabled()
  await look('write, sending')
  releaseLetter()
  await dialog.getByLabel('Número de tarjeta').waitFor()
  await look('payment, sample recipient')
  await meanSamples(dialog)
  await expect(dialog.getByRole('button', { name: 'Pagar ahora' })).toBeEnabled()
  await dialog.getByText('Detalle de costes').click()
  await look('payment, its price')
  await dialog.getByRole('button', { name: 'Ver página 1' }).click()
  await page.getByRole('region', { name: 'Página 1 de 1' }).locator('canvas').waitFor()
  await look('payment, a page enlarged')
  await page.keyboard.press('Escape')
  await payWith(page, '4000 0000 0000 0002')
  await dialog.getByRole('alert').waitFor()
  await look('payment, refused')
  const releaseCard = await hold(page, '/sandbox/cards/confirm')
  await payWith(page, '4000 0025 0000 3155')
  await expect(dialog.getByRole('button', { name: 'Procesando...' })).toBeDisabled()
  await look('payment, busy')
  releaseCard()
  await page.getByRole('alertdialog').waitFor()
  await look('payment, question of the bank')
  await page.getByRole('button', { name: 'Autorizar' }).click()
  await expect(page).toHaveURL(/\/success$/)
}

/** A letter to several people: their list, the panel, the preview, the payment and their order in Mis cartas. */
export async function recipientsScenes({ page, server, look }: Stage) {
  await signIn(page, server, 'varios@ejemplo.test')
  await visit(page, '/write')
  const dialog = page.getByRole('dialog', { name: 'Destinatarios' })
  const send = page.getByRole('button', { name: 'Enviar', exact: true })
  const panel = page.getByRole('complementary', { name: 'Envío' })
  await page.getByRole('textbox', { name: 'Carta' }).fill('Querida {nombre}: felices fiestas.')
  await page.getByRole('button', { name: 'Enviar a varias personas' }).click()
  await dialog.getByText('Pegar una lista o abrir un archivo').click()
  await dialog
    .getByLabel('Una fila por persona')
    .fill('Ana Ruiz;Calle Larios 3;29005;Málaga\nLuis Gil;Gran Vía;28013;Madrid\nEva Pons;Calle Mayor 2')
  await look('recipients, rows pasted')
  await dialog.getByLabel('O un archivo CSV, de Excel o de contactos:').setInputFiles({
    name: 'socios.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Socio;Nombre;Calle;CP;Ciudad\n12;Ana Ruiz;Calle Larios 3;29005;Málaga'),
  })
  await dialog.getByRole('heading', { name: 'socios.csv: 1 persona' }).waitFor()
  await look('recipients, a list is shown')
  await dialog.getByRole('button', { name: 'Descartar' }).click()
  await dialog.getByRole('button', { name: 'Añadir estas filas' }).click()
  await dialog.getByText('1 destinatario por corregir').waitFor()
  await look('recipients, one is wrong')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await panel.getByText('1 destinatario por corregir').waitFor()
  await look('write, several recipients')
  await send.click()
  await panel.getByRole('alert').waitFor()
  await look('write, one recipient refused')
  await page.getByRole('button', { name: 'Ver los destinatarios' }).click()
  await dialog.getByRole('button', { name: 'Quitar' }).last().click()
  await dialog.getByText('Se ha quitado a Eva Pons.').waitFor()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  const releaseLetter = await hold(page, '/letters/')
  await send.click()
  await panel.getByText('Preparando 1 de 2…').waitFor()
  await look('write, letters being prepared')
  releaseLetter()
  const payment = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await payment.getByLabel('Número de tarjeta').waitFor()
  await payment.getByText('Luis Gil, Madrid').click()
  await payment.getByRole('button', { name: 'Ver página 1' }).waitFor()
  await look('payment of several')
  await payWith(page, '4242 4242 4242 4242')
  await page.getByText('Pedido de 2 cartas').waitFor()
  await visit(page, '/my-letters')
  await page.getByRole('heading', { name: 'Pedido de 2 cartas' }).waitFor()
  await look('my letters, an order')
}
