import type { LetterDetail } from '@lacre/letter/calls.ts'
import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import type { Page } from '@playwright/test'
import { dialogOf } from '../drafts/drafts-kept.ts'
import { expect, test } from '../person/journey.ts'
import { lettersOf, payLetter } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import type { Server } from '../server/server.ts'
import { keepInBrowser, letterOf, paymentOf, sendOf, stored, pressRare } from '../write/at-the-editor.ts'
import { photo } from '../write/photo.ts'
import { recipient } from '../write/write-a-letter.ts'
import { answerOf } from '../server/call-server.ts'

test.use({ serverName: 'my-letters' })

const again = (page: Page) => page.getByRole('button', { name: 'Escribir otra como esta' })
const looks: PartialLooks = {
  style: 'maquina',
  size: 'grande',
  seal: true,
  replyCode: true,
  signature: { colour: 'blue', strokes: [[100, 200, 180, 90, 260, 210]] },
}
const img = async (size: string, caption: string) =>
  `<img src="data:image/jpeg;base64,${(await photo(300)).toString('base64')}" data-size="${size}" data-caption="${caption}">`

/** A picture is made a JPEG anew with each letter. */
const withoutBytes = ({ content }: LetterDetail) => content.replaceAll(/ src="[^"]*"/g, '')

/** The account's letters, newest first, with everything their sender may know. */
async function detailsOf(server: Server, token: string): Promise<LetterDetail[]> {
  const letters = await lettersOf(server, token)
  return Promise.all(letters.map(({ id }) => answerOf<LetterDetail>(server, token, `/letters/${id}`)))
}

test('Escribir otra como esta keeps words, photos, looks, signature, seal and reply code, to the page that is frozen', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'como-esta@ejemplo.test')
  const content = `<p>Querida Concepción:</p><p>${await img('pequena', 'En Ronda, 1974')}${await img('mediana', 'El patio')}</p>`
  const { id } = await payLetter(server, token, { content, looks })
  await page.goto(`/my-letters?carta=${id}`)
  await again(page).click()
  await expect(letterOf(page).getByRole('img', { name: 'En Ronda, 1974' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Destinatario' })).toContainText(recipient.street)
  await expect(page.getByRole('img', { name: 'Su firma', exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Sello de lacre' })).toBeVisible()
  await expect(page.getByText('Con un código de respuesta al pie')).toBeVisible()

  await sendOf(page).click()
  await expect(paymentOf(page)).toContainText(`Carta para ${recipient.name}`)
  const [second, first] = await detailsOf(server, token)
  expect(first).toMatchObject({ id, state: 'paid', ...looks })
  expect(second).toMatchObject({ state: 'frozen', ...looks })
  expect(second && withoutBytes(second)).toBe(first && withoutBytes(first))
  expect(second && withoutBytes(second)).toMatch(/pequena.*En Ronda, 1974.*mediana.*El patio/)
  expect(second).toMatchObject({ origin: first?.origin, destination: first?.destination })
  expect(second?.pages).toBe(first?.pages)
})

test('the same words with other looks are a letter of their own: it is asked, and Recuperar brings the signature back', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'otra-firma@ejemplo.test')
  const { id } = await payLetter(server, token, { content: '<p>Feliz Navidad</p>', looks: { seal: true } })
  await keepInBrowser(page, {
    letterContent: '<p>Feliz Navidad</p>',
    letterStyle: `libro ${JSON.stringify(looks.signature)}`,
  })
  await page.goto(`/my-letters?carta=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Ya tiene una carta empezada' })
  await again(page).click()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(/my-letters/)
  await again(page).click()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('img', { name: 'Sello de lacre' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Su firma', exact: true })).toBeHidden()
  await pressRare(page, 'Recuperar')
  await dialogOf(page)
    .getByRole('button', { name: /^Recuperar la versión del/ })
    .click()
  await expect(page.getByRole('img', { name: 'Su firma', exact: true })).toBeVisible()
  expect(await stored(page, 'letterStyle')).toBe(`libro ${JSON.stringify(looks.signature)}`)
})
