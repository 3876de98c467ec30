import type { Page } from '@playwright/test'
import {
  codeFromMail,
  authPage,
  expectConsoleError,
  openAuthPage,
  test,
  tokenKept,
} from '../person/sign-in.ts'
import { expect } from '../person/journey.ts'
import { editAddress, recipient } from '../write/write-a-letter.ts'
import { letterOf, openWritePage, sendOf } from '../write/at-the-editor.ts'
import { answerOf } from '../server/call-server.ts'

const at = (page: Page) => ({
  ...authPage(page),
  way: page.getByRole('button', { name: 'Continuar con un código' }),
  code: page.getByLabel('Código'),
})

test('a code makes the account and leads back to the letter that waits, with the keyboard alone (design/accounts.md#sign-in-code) @core', async ({
  page,
  server,
}) => {
  const email = 'azucena@ejemplo.test'
  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.insertText('Querida Concepción: sin contraseñas.')
  await editAddress(page, 'Destinatario', recipient)
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login$/)

  const { email: field, submit, code } = at(page)
  await expect(field).toBeFocused()
  await page.keyboard.type(email)
  // The proof of work starts by itself.
  await expect(submit).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(page.getByRole('main')).toContainText(email)

  const mailed = await codeFromMail(server, email)
  // On a phone the page may be gone while the mail is read.
  await page.reload()
  await expect(code).toBeFocused()
  await page.keyboard.insertText(mailed)
  await expect(page).toHaveURL(/\/write$/)
  await expect(letterOf(page)).toContainText('sin contraseñas')
  expect(await answerOf<object>(server, await tokenKept(page), '/account')).toMatchObject({
    email,
    emailVerified: true,
    hasPassword: false,
  })
})

test('one goes back to the password with the focus in its form, and without an answer a sentence stands there', async ({
  page,
  consoleErrors,
}) => {
  await openAuthPage(page, '/login', 'Iniciar sesión')
  const { way, email, submit, alert, password } = at(page)
  await way.click()
  await email.fill('nadie@ejemplo.test')
  await expect(submit).toBeEnabled()
  await page.route('**/auth/request-code', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await submit.click()
  await expect(alert).toContainText('No se ha podido enviar el código.')
  await expectConsoleError(consoleErrors, /500/)
  await page.getByRole('button', { name: 'Usar una contraseña' }).click()
  await expect(email).toBeFocused()
  await expect(password).toBeVisible()
  await expect(alert).toHaveCount(0)
})
