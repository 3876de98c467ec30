import type { Page } from '@playwright/test'
import { PDFDocument } from '@cantoo/pdf-lib'
import {
  cancelLetter,
  downloaded,
  makeOperator,
  mailsOf,
  markOf,
  pdfOf,
  readManifest,
  scan,
  sendLetters,
  sha256,
} from './in-the-print-room.ts'
import { allow, expect, test } from '../person/journey.ts'
import { payLetter, tokenOf } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { heading, openMenu } from '../person/visit.ts'
import { callServer } from '../server/call-server.ts'

test.use({ serverName: 'print-room-day' })

const ana = 'ana.imprenta@ejemplo.test'
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

test('a day of the print room: fifteen letters, from the first glance to the last envelope @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  // A refusal is one in the browser's console: a mark of no server (404), a letter that is not paid (409).
  allow(consoleErrors, /Failed to load resource.*40[49]/)
  const sent = await sendLetters(server, 14)
  const token = await tokenOf(server, 'en-disputa@ejemplo.test')
  const disputed = await payLetter(server, token, { card: '4000000000000259', reaches: 'needs-person' })
  const [regretted] = sent
  await cancelLetter(server, regretted!)
  const printed = sent.slice(1)

  await signIn(page, server, ana)
  await makeOperator(page, server, ana, 'Ana Ruiz')
  await page.goto('/')
  const menu = await openMenu(page)
  await menu.getByRole('link', { name: 'Imprenta' }).click()
  await expect(heading(page, 'Hoy')).toBeVisible()
  await expect(page).toHaveTitle('Hoy · Imprenta · Lacre')

  await test.step('what waits is closed by keyboard alone', async () => {
    const waiting = page.getByRole('region', { name: 'En espera' })
    await expect(waiting.getByRole('definition').first()).toHaveText('13')
    await page.getByRole('button', { name: 'Cerrar tanda' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: '¿Cerrar la tanda?' })
    await expect(dialog).toContainText('13 cartas')
    await expect(dialog).toContainText('ya no podrán cancelarse')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/cerrada: 13 cartas/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cerrar tanda' })).toBeFocused()
    await expect(waiting.getByRole('definition').first()).toHaveText('0')
    // Cancelling is refused from now on (design/letter.md#cancel-until-closed).
    const { id, token } = printed[0]!
    const late = await callServer(server, token, `/letters/${id}/cancel`, { body: {} })
    expect(late.status).toBe(409)
  })

  const list =
    await test.step('the PDF holds the paid bytes, each letter from a front on; the list names them', async () => {
      const pdf = await downloaded(page, 'Descargar el PDF de B0001')
      const csv = await downloaded(page, 'Descargar la lista de B0001')
      expect([pdf.name, csv.name]).toEqual(['B0001-Ana-Ruiz.pdf', 'B0001-Ana-Ruiz.csv'])
      const rows = readManifest(csv.bytes.toString())
      expect(rows.map(({ letter_id: id = '' }) => id).toSorted()).toEqual(
        printed.map(({ id }) => id).toSorted(),
      )
      const pages = (await PDFDocument.load(pdf.bytes)).getPageCount()
      let next = 1
      for (const one of rows) {
        expect(Number(one.first_page_in_batch)).toBe(next)
        expect(next % 2, 'each letter begins on a front').toBe(1)
        next += 2 * Number(one.sheets)
      }
      expect(pages).toBe(next - 1)
      for (const letter of printed.slice(0, 6)) {
        const paid = sha256(await pdfOf(server, letter))
        expect(rows.find(({ letter_id: id }) => id === letter.id)?.pdf_sha256).toBe(paid)
      }
      await row(page, /^B0001/)
        .getByRole('link', { name: 'B0001' })
        .click()
      await expect(heading(page, 'Tanda B0001')).toBeFocused()
      await expect(page.getByText(sha256(pdf.bytes))).toBeVisible()
      return rows
    })

  await test.step('printed', async () => {
    await page.getByRole('button', { name: /^Marcar impresa/ }).click()
    await expect(page.getByText('13 cartas impresas.')).toBeVisible()
  })

  const [one, other] = list.filter(({ sheets }) => sheets === '2').map(({ letter_id: id = '' }) => id)
  await test.step('a set is scanned from wherever one is; a foreign sheet is told, loudly', async () => {
    await scan(page, one!, 2, 2)
    await expect(heading(page, 'Escanear')).toBeVisible()
    await expect(page.getByText(/^Hoja 2 de 2 de la carta/)).toBeVisible()
    await expect(page.getByText('Falta la hoja 1.')).toBeVisible()
    await scan(page, other!, 1, 2)
    await expect(page.getByRole('alert').filter({ hasText: '¡Hoja de otra carta!' })).toBeVisible()
    await scan(page, one!, 1, 2)
    await expect(page.getByText(/^Carta n\.º \d+ de B0001: ensobrada$/)).toBeVisible()
    await expect(page.getByLabel('Código de la hoja')).toBeFocused()
    // The next scan begins the next set; letters of one sheet go one by one.
    for (const { letter_id: id } of list.slice(0, 3)) {
      await scan(page, id!, 1, 1)
      const ended = page.getByRole('listitem').filter({ hasText: 'Ensobrada' })
      await expect(ended.first()).toContainText(
        `n.º ${list.findIndex((it) => it.letter_id === id) + 1} de B0001`,
      )
    }
    await scan(page, list[0]!.letter_id!, 1, 1)
    await expect(page.getByRole('alert').filter({ hasText: 'Ya estaba ensobrada' })).toBeVisible()
    await scan(page, 'ffffffff-ffff', 1, 1)
    await expect(
      page.getByRole('alert').filter({ hasText: 'Ese código no es de ninguna hoja' }),
    ).toBeVisible()
  })

  await test.step('one was torn: printed again, of the same bytes', async () => {
    const torn = printed.find(({ id }) => id === list[4]!.letter_id)!
    await page.getByRole('link', { name: 'Buscar' }).click()
    await page.getByRole('searchbox').fill(markOf(torn.id))
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Carta n.º 5 de B0001' }).click()
    await expect(heading(page, 'Carta n.º 5 de B0001')).toBeFocused()
    await page.getByRole('button', { name: 'Reimprimir' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Reimprimir la carta n.º 5 de B0001?' })
    await dialog.getByRole('button', { name: 'Reimprimir' }).click()
    await expect(dialog).toContainText('Elija un motivo.')
    await dialog.getByLabel('Se ha estropeado').check()
    await dialog.getByLabel('Nota').fill('Se arrugó al plegarla')
    await dialog.getByRole('button', { name: 'Reimprimir' }).click()
    await expect(dialog).toBeHidden()
    const attempts = page.getByRole('region', { name: 'Impresiones' }).getByRole('listitem')
    await expect(attempts).toHaveText([/^Intento 1: anulada/, /^Intento 2: en tanda.*Se ha estropeado/])
    const alone = await downloaded(page, `Descargar el PDF de la carta ${markOf(torn.id)}`)
    expect(sha256(alone.bytes)).toBe(sha256(await pdfOf(server, torn)))
    await page.getByRole('button', { name: 'Marcar impresa' }).click()
    await expect(page.getByText('Marcada como impresa.')).toBeVisible()
  })

  await test.step('enclosed and handed to the post: thirteen customers get one mail each', async () => {
    await page.getByRole('link', { name: 'Tanda B0001' }).click()
    await page.getByRole('button', { name: /^Marcar ensobrada/ }).click()
    await expect(page.getByText(/cartas ensobradas\./)).toBeVisible()
    await page
      .getByRole('button', { name: /^Entregada a Correos/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: '¿Está B0001 en Correos?' })
    await dialog.getByLabel('Número de resguardo').fill('CD123456789ES')
    await page.keyboard.press('Enter')
    await expect(page.getByText('13 cartas entregadas a Correos.')).toBeVisible()
    await expect(page.getByText('CD123456789ES')).toBeVisible()
    await expect.poll(async () => (await mailsOf(server, 'Su carta ya está en camino')).length).toBe(13)
    expect(await mailsOf(server, 'Su carta se ha cancelado')).toHaveLength(1)
  })

  await test.step('one comes back, for a reason of the post', async () => {
    const back = printed.find(({ id }) => id === list[9]!.letter_id)!
    await page.goto(`/print-room?carta=${back.id}`)
    await page.getByRole('button', { name: 'Devuelta por Correos' }).click()
    await expect(page.getByRole('button', { name: 'Reimprimir' })).toHaveCount(0)
    const dialog = page.getByRole('dialog', { name: /¿Ha vuelto la carta/ })
    await expect(dialog.getByRole('radio')).toHaveCount(10)
    await dialog.getByLabel('El destinatario ya no vive en esa dirección.').check()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Anotada como devuelta; su remitente recibe un correo.')).toBeVisible()
    await expect
      .poll(async () => (await mailsOf(server, 'El correo nos ha devuelto su carta')).map(({ to }) => to))
      .toEqual([back.email])
  })

  await test.step('one needs a person: what was disputed is not printed, but cancelled', async () => {
    await page.getByRole('link', { name: /^Incidencias/ }).press('Enter')
    await expect(heading(page, 'Incidencias')).toBeFocused()
    await expect(page.getByRole('main')).toContainText('El titular de la tarjeta ha reclamado el cargo.')
    await page.getByRole('link', { name: `Carta ${markOf(disputed.id)}` }).click()
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
    const cancelling = page.getByRole('dialog', { name: /¿Cancelar la carta/ })
    // Before the bank has decided it does not go on.
    await expect(page.getByRole('button', { name: 'Seguir adelante' })).toHaveCount(0)
    await expect(cancelling).toContainText('decide el banco')
    await cancelling.getByLabel('Nota').fill('El banco la reclama')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Cancelada. Su remitente recibe un correo.')).toBeVisible()
    await expect(heading(page, /^Carta/)).toBeFocused()
    await expect.poll(async () => (await mailsOf(server, 'Su carta se ha cancelado')).length).toBe(2)
  })

  await test.step('the record has all of it, and is whole', async () => {
    await page.getByRole('link', { name: 'Registro' }).press('Enter')
    await expect(page.getByText('La cadena está entera')).toBeVisible()
    const acts = page.getByRole('table', { name: 'Actos' })
    for (const act of [
      'Cerrar la tanda',
      'Descargar el PDF',
      'Descargar la lista',
      'Volver a imprimir',
      'Marcar enviada',
      'Marcar devuelta',
      'Cancelar',
      'Dar acceso',
    ])
      await expect(acts.getByRole('rowheader', { name: act, exact: true }).first()).toBeVisible()
    await expect(acts).toContainText('Ana Ruiz')
    await expect(acts).toContainText('Para imprimir · ')
    await expect(acts).toContainText('Se arrugó al plegarla')
    expect(await server.lacre('acts', 'verify')).toContain('entero')
  })

  await test.step('a removed operator is refused at the next call', async () => {
    allow(consoleErrors, /Failed to load resource.*403/)
    await page.getByRole('link', { name: 'Hoy' }).click()
    const again = page.getByRole('button', { name: 'Actualizar' })
    await again.waitFor()
    await server.lacre('operator', 'remove', ana)
    // The page asks by itself too, every half minute, and may have done so meanwhile.
    const gone = heading(page, 'Esta página no existe')
    await again.or(gone).click()
    await expect(gone).toBeVisible()
  })
})
