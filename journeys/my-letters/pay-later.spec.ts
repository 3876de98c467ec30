import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { freezeLetter, payLetter, statesOf } from '../person/paid-letter.ts'
import { payWith, signIn } from '../person/person.ts'
import { heading, visit, hold } from '../person/visit.ts'
import { journalOf, typeOn, untilKept } from '../drafts/drafts-kept.ts'
import { keepInBrowser, openWritePage, stored } from '../write/at-the-editor.ts'
import { recipient } from '../write/write-a-letter.ts'
import { pdfOf } from '../print-room/in-the-print-room.ts'

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const pictureIn = (page: Page, name: string) => row(page, name).locator('canvas')

test('an unpaid letter is paid from Mis cartas as it was frozen; another one on the desk stays there (design/trust.md#freeze-before-pay) @core', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'luego@ejemplo.test')
  await freezeLetter(server, token)
  await keepInBrowser(page, { letterContent: '<p>Otra carta, sin acabar</p>' })
  await visit(page, '/my-letters')
  await row(page, recipient.name).getByRole('button', { name: 'Pagar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await expect(dialog).toContainText(recipient.name)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(row(page, recipient.name).getByRole('button', { name: 'Pagar' })).toBeFocused()

  // The same in the letter's own page.
  await page.getByRole('link', { name: recipient.name }).click()
  await expect(heading(page, `Carta para ${recipient.name}`)).toBeVisible()
  await page.locator('article').getByRole('button', { name: 'Pagar' }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(heading(page, '¡Pedido realizado con éxito!')).toBeFocused()
  await expect(page.getByRole('main')).toContainText(`${recipient.name}, ${recipient.city}`)
  await page.getByRole('link', { name: 'Ver la carta' }).click()
  await expect(page.getByRole('article')).toContainText('Está pagada y espera a imprimirse.')
  await expect(page.getByRole('button', { name: 'Pagar' })).toHaveCount(0)
  expect(await statesOf(server, token)).toEqual(['paid'])
  expect(await stored(page, 'letterContent')).toBe('<p>Otra carta, sin acabar</p>')
})

test('the letter on the desk, paid from Mis cartas, leaves it; a twin that was paid before is asked about (design/writing.md#one-draft) @core', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'gemela@ejemplo.test')
  const content = '<p>Dos veces lo mismo</p>'
  await payLetter(server, token, { content })
  await openWritePage(page)
  await typeOn(page, 'Dos veces lo mismo')
  await untilKept(page, content)
  const { id: draftId = '' } = await journalOf(page)
  await freezeLetter(server, token, { content, draftId })
  await visit(page, '/my-letters')
  await page.getByRole('button', { name: 'Pagar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await dialog.getByText('Quiero enviarla otra vez.').click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(heading(page, '¡Pedido realizado con éxito!')).toBeVisible()
  await expect.poll(() => stored(page, 'letterContent')).toBeNull()
})

test('each letter shows its first page when it comes, and the list does not wait for it', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'hojas@ejemplo.test')
  const last = await freezeLetter(server, token, { to: { name: 'La primera' } })
  const other = await freezeLetter(server, token, { to: { name: 'Otros bytes' } })
  await freezeLetter(server, token, { to: { name: 'La última' } })
  // Bytes that are not the hashed ones are not shown, though they are a letter.
  const body = Buffer.from(await pdfOf(server, { ...last, token }))
  await page.route(`**/letters/${other.id}/pdf`, (route) => route.fulfill({ body }))
  const release = await hold(page, '**/letters/*/pdf')
  await visit(page, '/my-letters')
  for (const name of ['La última', 'Otros bytes', 'La primera'])
    await expect(row(page, name)).toContainText('Sin pagar')
  await expect(page.locator('canvas')).toHaveCount(0)
  release()
  await expect(pictureIn(page, 'La última')).toBeVisible()
  // They come one after the other: when the last is there, the one before has had its turn.
  await row(page, 'La primera').scrollIntoViewIfNeeded()
  await expect(pictureIn(page, 'La primera')).toBeVisible()
  await expect(pictureIn(page, 'Otros bytes')).toHaveCount(0)
})
