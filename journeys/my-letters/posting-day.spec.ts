import { addDays, madridDay, leavesOn } from '@lacre/letter/days.ts'
import { comingDate } from '../../web/src/coming-day.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { payLetter, statesOf } from '../person/paid-letter.ts'
import { payWith, signIn } from '../person/person.ts'
import { heading, lettersCame, hold } from '../person/visit.ts'
import { keepInBrowser, openWritePage, panelOf, paymentOf, sendOf, stored } from '../write/at-the-editor.ts'
import { keptLetter } from '../write/write-a-letter.ts'

test.use({ serverName: 'posting-day' })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Día de envío' })

async function choose(page: Page, day: string) {
  await dialogOf(page).getByRole('radio', { name: 'Enviar el…' }).check()
  await dialogOf(page).getByLabel('Día en que sale').fill(day)
  await dialogOf(page).getByRole('button', { name: 'Aceptar' }).click()
  await expect(dialogOf(page)).toBeHidden()
}

test('a letter is paid for a day, no batch takes it, its day is changed, and it is cancelled with its money back (design/letter.md#posting-day)', async ({
  page,
  server,
}) => {
  const today = madridDay(new Date())
  const [chosen, other] = [addDays(today, 30), addDays(today, 45)]
  const leaves = (day: typeof today) => `Sale ${comingDate(leavesOn(day, []), today)}`
  const token = await signIn(page, server, 'en-su-dia@ejemplo.test')
  await keepInBrowser(page, keptLetter('<p>Felices fiestas</p>'))
  await openWritePage(page)
  await panelOf(page).getByRole('button', { name: 'Elegir el día' }).click()
  await choose(page, chosen)
  await expect(panelOf(page)).toContainText(leaves(chosen))

  // Kept for a reload; then paid.
  await openWritePage(page)
  await expect(panelOf(page)).toContainText(leaves(chosen))
  await sendOf(page).click()
  await expect(paymentOf(page)).toContainText(leaves(chosen))
  await payWith(page, '4242 4242 4242 4242')
  await expect(heading(page, '¡Pedido realizado con éxito!')).toBeVisible()
  await expect.poll(() => stored(page, 'letterDay')).toBeNull()
  await expect.poll(() => statesOf(server, token)).toEqual(['paid'])
  await server.lacre('batch', '--folder', server.dataDir)
  expect(await statesOf(server, token)).toEqual(['paid'])

  await page.getByRole('link', { name: 'Ver la carta' }).click()
  const letter = page.getByRole('article')
  await expect(letter).toContainText('Está pagada y espera su día.')
  await letter.getByRole('button', { name: 'Cambiar el día' }).click()
  await choose(page, other)
  await expect(letter).toContainText('Se ha cambiado el día de envío.')
  await expect(letter).toContainText(leaves(other))

  await letter.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
  const asked = page.getByRole('dialog', { name: '¿Cancelar esta carta?' })
  await asked.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
  await expect(letter).toContainText('La carta se ha cancelado.')
  expect(await statesOf(server, token)).toEqual(['cancelled'])
})

test('nothing moves when the server says late how far ahead it takes a day', async ({ page, server }) => {
  const token = await signIn(page, server, 'sin-saltos@ejemplo.test')
  const { id } = await payLetter(server, token)
  const say = await hold(page, '**/config')
  const again = page.getByRole('button', { name: 'Escribir otra como esta' })
  await page.goto(`/my-letters?carta=${id}`)
  await again.scrollIntoViewIfNeeded()
  await lettersCame(page)
  const before = await again.boundingBox()
  say()
  await expect(page.getByRole('button', { name: 'Elegir el día' })).toBeEnabled()
  expect(await again.boundingBox()).toEqual(before)
})
