import type { Page } from '@playwright/test'
import { letterOf, openWritePage, postsOf, sendOf, stored, storedJson } from './at-the-editor.ts'
import { allow, expect, test } from '../person/journey.ts'
import { editAddress, recipient, sender } from './write-a-letter.ts'

const addresses = { originAddress: sender, destinationAddress: recipient }
const pending = (content: string) => ({ pendingLetter: JSON.stringify({ content, ...addresses }) })

async function typeAtEnd(page: Page, text: string) {
  await letterOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}

test('[3.5, 4.1, 4.2, 6.2] Enviar without a token keeps letter and both addresses as the pending letter and goes to /login @core', async ({
  page,
}) => {
  const posts = postsOf(page)
  await openWritePage(page)
  await typeAtEnd(page, 'Querida Concepción:')
  await editAddress(page, 'Remite', sender)
  await editAddress(page, 'Destinatario', recipient)
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  expect(await storedJson(page, 'pendingLetter')).toEqual({
    content: '<p>Querida Concepción:</p>',
    ...addresses,
  })
  expect(posts).toEqual([])
})

test('[4.10] with a token the draft is replaced by the pending letter, also when another tab signs in and left the pending letter, while one writes in this one @core', async ({
  page,
  context,
  consoleErrors,
}) => {
  // The account's copy of the draft is refused like every call with this token.
  allow(consoleErrors, /status of 401/)
  await openWritePage(page)
  await typeAtEnd(page, 'en esta pestaña')
  const other = await context.newPage()
  await other.goto('/')
  await other.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    },
    { ...pending('<p>en la otra</p>'), token: 'x' },
  )
  await expect(letterOf(page)).toHaveText('en la otra')
  expect(await stored(page, 'letterContent')).toBe('<p>en esta pestaña</p>')
})
