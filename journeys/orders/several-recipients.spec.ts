import { readFileSync } from 'node:fs'
import { minutes } from '@lacre/letter/days.ts'
import type { Page } from '@playwright/test'
import type { LetterSummary } from '@lacre/letter/calls.ts'
import { expect, test } from '../person/journey.ts'
import { textOf } from '../person/pdf.ts'
import { payWith, signIn } from '../person/person.ts'
import { operatorTokenOf, readManifest, closeBatch } from '../print-room/in-the-print-room.ts'
import { openWritePage, panelOf, paymentOf, sendOf, stored } from '../write/at-the-editor.ts'
import { answerOf } from '../server/call-server.ts'
import type { Server } from '../server/server.ts'

test.use({ serverName: 'several-recipients' })

const firstNames = ['Ana', 'Bruno', 'Carla', 'Diego', 'Elena', 'Fermín', 'Gloria', 'Hugo', 'Inés', 'Jaime']
const people = Array.from({ length: 31 }, (_, n) => ({
  name: `${firstNames[n % 10]} Pérez ${n + 1}`,
  row: [`${firstNames[n % 10]} Pérez ${n + 1}`, `Calle Mayor ${n + 1}`, '42001', 'Soria'],
}))
/** A spreadsheet's cells; the fifth lacks its town, the ninth has a postal code that there is not. */
const pasted = people
  .map(({ row }, n) => (n === 4 ? row.slice(0, 3) : n === 8 ? row.with(2, '99001') : row).join('\t'))
  .join('\n')

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Destinatarios' })
const rowOf = (page: Page, name: string) => dialogOf(page).getByRole('listitem').filter({ hasText: name })

/** All letters of the account, as Mis cartas asks for them. */
async function lettersOf(server: Server, token: string): Promise<LetterSummary[]> {
  const letters: LetterSummary[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    type Page = { letters: LetterSummary[]; next: string | null }
    const page: Page = await answerOf(server, token, '/letters/search', { body: { cursor } })
    letters.push(...page.letters)
    cursor = page.next
  }
  return letters
}

test('a letter to thirty people: two pasted rows are wrong, all are paid at once, one is cancelled, one comes back (design/sending.md#several-recipients, design/money.md#orders) @core', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'treinta@ejemplo.test')
  await openWritePage(page)
  await page.getByRole('textbox', { name: 'Carta' }).click()
  await page.keyboard.insertText('Querida familia de {nombre}: felices fiestas.')

  await test.step('the rows are pasted; one is corrected, one left out', async () => {
    await page.getByRole('button', { name: 'Enviar a varias personas' }).click()
    await page.getByText('Pegar una lista o abrir un archivo').click()
    await page.getByLabel('Una fila por persona').fill(pasted)
    await page.getByRole('button', { name: 'Añadir estas filas' }).click()
    await expect(dialogOf(page)).toContainText('31 destinatarios añadidos.')
    await expect(dialogOf(page)).toContainText('2 destinatarios por corregir')
    await expect(rowOf(page, 'Elena Pérez 5')).toContainText('La ciudad es requerida.')
    await expect(rowOf(page, 'Elena Pérez 5')).toContainText('Se pegó: Elena Pérez 5 · Calle Mayor 5 · 42001')
    await expect(rowOf(page, 'Inés Pérez 9')).toContainText('no es de España')
    await rowOf(page, 'Elena Pérez 5').getByRole('button', { name: 'Editar' }).click()
    await page.getByRole('textbox', { name: 'Ciudad' }).fill('Soria')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await rowOf(page, 'Inés Pérez 9').getByRole('button', { name: 'Quitar' }).click()
    await expect(dialogOf(page)).not.toContainText('por corregir')
    await expect(rowOf(page, 'Jaime Pérez 10').getByLabel('Nombre en la carta')).toHaveValue('Jaime')
    await page.getByRole('button', { name: 'Listo' }).click()
    await expect(panelOf(page)).toContainText('y 29 más: 30 destinatarios · 98,70 €')
  })

  await test.step('a reload keeps them; the preview shows each their own', async () => {
    await page.reload()
    await expect(panelOf(page)).toContainText('y 29 más: 30 destinatarios · 98,70 €')
    await page.getByRole('button', { name: 'Vista previa' }).click()
    const preview = page.getByRole('region', { name: 'Vista previa' })
    await expect(preview).toContainText('Querida familia de Ana: felices fiestas.')
    await preview.getByRole('button', { name: 'Siguiente' }).click()
    await expect(preview).toContainText('Querida familia de Bruno: felices fiestas.')
    await expect(preview).toContainText('BRUNO PÉREZ 2')
    await expect(preview).toContainText('2 de 30: Bruno Pérez 2')
  })

  await test.step('what is paid is the sum of thirty letters, each with pages of its own', async () => {
    await sendOf(page).click()
    // Thirty letters are set, one after the other.
    await expect(paymentOf(page)).toContainText('Cartas para 30 destinatarios', { timeout: minutes(3) })
    await expect(paymentOf(page)).toContainText('98,70 €')
    await expect(paymentOf(page)).not.toContainText('El precio ha cambiado')
    await paymentOf(page).getByText('Bruno Pérez 2, Soria · 1 página').click()
    await paymentOf(page)
      .getByRole('button', { name: /página 1/i })
      .click()
    const large = page.getByRole('group', { name: 'Páginas a tamaño real' })
    await expect(large).toContainText('Querida familia de Bruno: felices fiestas.')
    await page.getByRole('button', { name: 'Cerrar' }).click()
    await payWith(page, '4242 4242 4242 4242')
    await expect(page).toHaveURL(/\/success$/)
    await expect(page.getByText('Pedido de 30 cartas · 98,70 €')).toBeVisible()
    await expect.poll(() => stored(page, 'otherRecipients')).toBeNull()
  })

  const states = async () => (await lettersOf(server, token)).map(({ state }) => state)
  await expect.poll(states).toEqual(Array(30).fill('paid'))
  const letters = await lettersOf(server, token)
  const cancelled = letters.find(({ recipient }) => recipient === 'Carla Pérez 3')!

  await test.step('Mis cartas groups them; one is cancelled, and only its part comes back', async () => {
    await page.goto('/my-letters')
    const order = page.getByRole('listitem').filter({ hasText: 'Pedido de 30 cartas · 98,70 €' })
    await expect(order.getByRole('listitem')).toHaveCount(20)
    await page.getByRole('button', { name: 'Ver más' }).click()
    await expect(order.getByRole('listitem')).toHaveCount(30)
    await order.getByRole('link', { name: 'Carla Pérez 3' }).click()
    await page.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Cancelar esta carta?' })
    await expect(dialog).toContainText('3,29 €')
    await dialog.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
    await expect(page.getByText(/Le (estamos devolviendo|hemos devuelto) 3,29 €/)).toBeVisible()
    const others = (await lettersOf(server, token)).filter(({ id }) => id !== cancelled.id)
    expect(others.map(({ state }) => state)).toEqual(Array(29).fill('paid'))
  })

  await test.step('a search shows single letters', async () => {
    await page.goto('/my-letters')
    await page.getByLabel('Destinatario o ciudad').fill('Bruno')
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await expect(page.getByRole('link', { name: /^Bruno/ })).toHaveCount(3)
    await expect(page.getByText(/^Pedido de/)).toHaveCount(0)
  })

  await test.step('the batch has the others, each once and with its own name; one comes back', async () => {
    const batch = await closeBatch(server)
    const listed = readManifest(readFileSync(batch.csv, 'utf8')).map(({ letter_id: id = '' }) => id)
    const kept = letters.filter(({ id }) => id !== cancelled.id)
    expect(listed.toSorted()).toEqual(kept.map(({ id }) => id).toSorted())
    const paper = await textOf(batch.pdf)
    expect(paper.match(/familia de Bruno: felices/g)).toHaveLength(3)
    expect(paper.match(/familia de Carla: felices/g)).toHaveLength(2)

    await server.lacre('posted', batch.name)
    const operator = await operatorTokenOf(server, 'olga.imprenta@ejemplo.test')
    const [returned] = kept
    const body = { reason: 'gone-away' }
    await answerOf(server, operator, `/print-room/letters/${returned!.id}/returned`, { body })
    const ended = await states()
    expect(ended.filter((state) => state === 'posted')).toHaveLength(28)
    expect(ended.filter((state) => state === 'returned')).toHaveLength(1)
    expect(ended.filter((state) => state === 'cancelled')).toHaveLength(1)
  })
})

test('sent to two, closed, and sent to one alone: what is charged is the one that is shown (design/money.md#price-shown-is-charged) @core', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'primero-dos@ejemplo.test')
  await openWritePage(page)
  await page.getByRole('textbox', { name: 'Carta' }).click()
  await page.keyboard.insertText('Hola, {nombre}.')
  await page.getByRole('button', { name: 'Enviar a varias personas' }).click()
  await page.getByText('Pegar una lista o abrir un archivo').click()
  await page.getByLabel('Una fila por persona').fill(
    people
      .slice(0, 2)
      .map(({ row }) => row.join('\t'))
      .join('\n'),
  )
  await page.getByRole('button', { name: 'Añadir estas filas' }).click()
  await expect(dialogOf(page)).toContainText('2 destinatarios añadidos.')
  await page.getByRole('button', { name: 'Listo' }).click()
  await sendOf(page).click()
  await expect(paymentOf(page)).toContainText('6,58 €')
  await paymentOf(page).getByRole('button', { name: 'Cancelar' }).click()

  await page.getByRole('button', { name: 'Ver los destinatarios' }).click()
  await rowOf(page, 'Bruno Pérez 2').getByRole('button', { name: 'Quitar' }).click()
  await page.getByRole('button', { name: 'Listo' }).click()
  await sendOf(page).click()
  await expect(paymentOf(page)).toContainText('3,29 €')
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)
  const states = async () =>
    Object.fromEntries((await lettersOf(server, token)).map(({ recipient, state }) => [recipient, state]))
  // Who was taken off the list has no letter that waits to be paid (design/writing.md#one-draft).
  await expect.poll(states).toEqual({ 'Ana Pérez 1': 'paid' })
})
