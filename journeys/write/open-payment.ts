import type { Page } from '@playwright/test'
import { expect } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import type { Server } from '../server/server.ts'
import { keepInBrowser, openWritePage, paymentOf, sendOf } from './at-the-editor.ts'
import { keptLetter } from './write-a-letter.ts'

export const content = '<p>Querida Concepción: te escribo.</p>'

/** Opens /write in an account of that name, with a letter and both addresses. */
export async function readyToSend(page: Page, server: Server, name: string, letterContent = content) {
  await signIn(page, server, `${name}@ejemplo.test`)
  await keepInBrowser(page, keptLetter(letterContent))
  await openWritePage(page)
}

/** A letter frozen, its payment open. */
export async function openPayment(page: Page, server: Server, name: string, letterContent = content) {
  await readyToSend(page, server, name, letterContent)
  await sendOf(page).click()
  await expect(paymentOf(page).getByLabel('Número de tarjeta')).toBeVisible()
}
