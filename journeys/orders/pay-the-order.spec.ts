import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { freezeLetter, statesOf } from '../person/paid-letter.ts'
import { payWith, signIn } from '../person/person.ts'
import { visit } from '../person/visit.ts'
import { keepInBrowser, letterOf, openWritePage, sendOf, stored } from '../write/at-the-editor.ts'
import { pastePhoto, recipient } from '../write/write-a-letter.ts'
import type { Server } from '../server/server.ts'
import { callServer } from '../server/call-server.ts'

const content = '<p>Felices fiestas.</p>'
const names = [
  'Ana',
  'Bruno',
  'Carla',
  'Diego',
  'Elena',
  'Fermín',
  'Gloria',
  'Hugo',
  'Inés',
  'Jaime',
  'Karla',
  'Luis',
]
const peopleOf = (count: number) =>
  Array.from({ length: count }, (_, n) => `${names[n % names.length]} Pérez ${n + 1}`)

const post = (server: Server, token: string, path: string, body: object) =>
  callServer(server, token, path, { body })

/** Letters that were prepared together and not paid. */
async function begun(server: Server, token: string, people: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of people) ids.push((await freezeLetter(server, token, { content, to: { name } })).id)
  const answer = await post(server, token, '/stripe/create-payment-intent', {
    letter_id: ids[0],
    letters: ids,
  })
  expect(answer.status).toBe(200)
  return ids
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Finalizar Pago' })
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).last()

test('twelve unpaid letters are paid as one; one cancelled meanwhile is named, and the others are paid (design/money.md#orders) @core', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'doce@ejemplo.test')
  const people = peopleOf(12)
  const ids = await begun(server, token, people)
  await visit(page, '/my-letters')
  await expect(page.getByRole('heading', { name: 'Pedido de 12 cartas · 39,48 €' })).toBeVisible()

  // One alone, looked at and not paid: the others stay together.
  await rowOf(page, people[3]!).getByRole('button', { name: 'Pagar' }).click()
  await expect(dialogOf(page)).toContainText('3,29 €')
  await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click()
  await page.reload()
  const all = page.getByRole('button', { name: 'Pagar las 12 cartas' })
  await all.click()
  await expect(dialogOf(page)).toContainText('Cartas para 12 destinatarios')
  await expect(dialogOf(page)).toContainText('39,48 €')
  await dialogOf(page).getByText(`${people[6]}, `).click()
  await expect(dialogOf(page).getByRole('button', { name: 'Ver página 1' })).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(all).toBeFocused()

  expect((await post(server, token, `/letters/${ids[2]}/cancel`, {})).status).toBe(200)
  await all.click()
  await expect(dialogOf(page)).toContainText(`No se paga con las demás: ${people[2]} (cancelada).`)
  await expect(dialogOf(page)).toContainText('Cartas para 11 destinatarios')
  await expect(dialogOf(page)).toContainText('36,19 €')
  await expect(dialogOf(page)).not.toContainText('El precio ha cambiado')
  await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido de 11 cartas · 36,19 €' })).toBeVisible()
  await expect(rowOf(page, people[2]!)).toContainText('Cancelada')

  await page.getByRole('button', { name: 'Pagar las 11 cartas' }).click()
  await expect(dialogOf(page)).not.toContainText('No se paga con las demás')
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)
  await expect(page.getByText('Pedido de 11 cartas · 36,19 €')).toBeVisible()
  const states = async () => (await statesOf(server, token)).toSorted()
  await expect.poll(states).toEqual(['cancelled', ...ids.slice(1).map(() => 'paid')])
})

test('pays letters on a later page of the list, too; another recipient of the draft stays', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'muchas@ejemplo.test')
  await begun(server, token, peopleOf(24))
  const otherRecipients = JSON.stringify([{ ...recipient, name: 'Nuria Sanz' }])
  await keepInBrowser(page, { letterContent: content, otherRecipients })
  await visit(page, '/my-letters')
  await page.getByRole('button', { name: 'Pagar las 24 cartas' }).click()
  await expect(dialogOf(page)).toContainText('Cartas para 24 destinatarios')
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)
  await expect(page.getByText('Pedido de 24 cartas · 78,96 €')).toBeVisible()
  await expect.poll(async () => new Set(await statesOf(server, token))).toEqual(new Set(['paid']))
  expect(await stored(page, 'otherRecipients')).toBe(otherRecipients)
})

test('a letter with names and a photo that is paid from Mis cartas leaves the desk, unless it has changed since (design/writing.md#success-archives-first)', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'nombres-y-foto@ejemplo.test')
  const [ana, bruno] = ['Ana Pérez', 'Bruno Gil'].map((name) => ({ ...recipient, name }))
  async function write(words: string) {
    const [destinationAddress, otherRecipients] = [JSON.stringify(ana), JSON.stringify([bruno])]
    await keepInBrowser(page, { destinationAddress, otherRecipients })
    await openWritePage(page)
    await letterOf(page).click()
    await page.keyboard.insertText(`${words}, {nombre}.`)
    const isKept = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PUT' && !!answer.request().postData()?.includes('data:image'),
    )
    await pastePhoto(page)
    await isKept
    const sent: number[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/letters/') sent.push(request.postData()?.length ?? 0)
    })
    await sendOf(page).click()
    await expect(dialogOf(page)).toContainText('6,58 €')
    // The photo is there already (design/sending.md#photos-once).
    expect(sent.at(-1)).toBeLessThan(2000)
    await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click()
  }
  async function payFromList() {
    await visit(page, '/my-letters')
    await page.getByRole('button', { name: 'Pagar las 2 cartas' }).click()
    await payWith(page, '4242 4242 4242 4242')
    await expect(page).toHaveURL(/\/success$/)
    // Mis cartas, with the order before too, stays until the next screen has come.
    await expect(page.getByText('Pedido de 2 cartas · 6,58 €')).toHaveCount(1)
  }

  await write('Hola')
  await payFromList()
  await expect.poll(async () => (await stored(page, 'letterContent')) === null).toBe(true)
  await page.getByRole('link', { name: 'Escribir otra carta' }).click()
  await expect(letterOf(page)).toHaveText('')
  await expect(page.getByRole('button', { name: 'Enviar a varias personas' })).toBeVisible()

  await write('Adiós')
  await letterOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(' Un abrazo.')
  await payFromList()
  await expect.poll(() => statesOf(server, token)).toEqual(Array(4).fill('paid'))
  await page.getByRole('link', { name: 'Escribir otra carta' }).click()
  await expect(letterOf(page)).toContainText('Un abrazo.')
})

test('all of them have ended: nothing is paid, and the page says so', async ({ page, server }) => {
  const token = await signIn(page, server, 'dos-se-acaban@ejemplo.test')
  const ids = await begun(server, token, peopleOf(3))
  await visit(page, '/my-letters')
  const all = page.getByRole('button', { name: 'Pagar las 3 cartas' })
  await expect(all).toBeVisible()
  for (const id of ids) await post(server, token, `/letters/${id}/cancel`, {})
  await all.click()
  await expect(page.getByRole('alert')).toContainText('Estas cartas ya no se pueden pagar')
  await expect(dialogOf(page)).toHaveCount(0)
})
