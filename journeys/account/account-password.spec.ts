import {
  callsTo,
  authPage,
  expectConsoleError,
  expectRedAbove,
  openAuthPage,
  stoppedBy,
  test,
  tokenKept,
} from '../person/sign-in.ts'
import { expect } from '../person/journey.ts'
import { linkFromMail, logIn, register, signOut } from '../person/person.ts'
import { hold } from '../person/visit.ts'
import { callServer } from '../server/call-server.ts'

const person = { email: 'paloma@ejemplo.test', password: 'la frase que se olvida' }
const newPassword = 'la frase que se recuerda'
const sentText = 'Si el correo está registrado, recibirá en unos minutos un enlace'

test('a forgotten password: from /login by the mail to a new one, every session ended (design/accounts.md#password-reset) @core', async ({
  page,
  server,
}) => {
  await page.goto('/register')
  await register(page, person)
  const oldSession = await tokenKept(page)
  await signOut(page)

  await openAuthPage(page, '/login', 'Iniciar sesión')
  await page.getByRole('link', { name: 'He olvidado mi contraseña' }).click()
  const at = authPage(page)
  await expect(at.title).toHaveText('Recuperar el acceso')
  await expect(at.email).toHaveAttribute('autocomplete', 'username')
  await at.submit.click()
  expect(await stoppedBy(page)).toMatchObject({ name: 'email', isEmpty: true })
  await at.email.fill(person.email)
  const releaseRequest = await hold(page, '**/auth/forgot-password')
  await at.submit.click()
  await expect(at.submit).toHaveText('Procesando...')
  await expect(at.submit).toBeDisabled()
  releaseRequest()
  await expect(page.getByRole('main').getByRole('status')).toContainText(sentText)

  const link = await linkFromMail(server, person.email, /contraseña/i)
  await page.goto(link)
  await expect(at.title).toHaveText('Elegir una contraseña nueva')
  await expect(page).toHaveURL(`${server.url}/reset-password`)
  // Out of the address bar, and still there when the page is loaded again.
  await openAuthPage(page, '/reset-password', 'Elegir una contraseña nueva')
  await expect(at.alert).toHaveCount(0)
  const first = page.getByLabel('Contraseña nueva')
  for (const field of [first, at.confirmation]) {
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', 'new-password')
  }

  const calls = callsTo(page, '/auth/reset-password')
  await first.fill('corta')
  await at.confirmation.fill('otra')
  await at.submit.click()
  await expect(at.alert).toHaveText('Las contraseñas no coinciden')
  await at.confirmation.fill('corta')
  await at.submit.click()
  await expect(at.alert).toHaveText('La contraseña debe tener al menos 8 caracteres')
  await expectRedAbove(at.alert, at.form)
  expect(calls).toEqual([])

  await first.fill(newPassword)
  await at.confirmation.fill(newPassword)
  const release = await hold(page, '**/auth/reset-password')
  await at.submit.click()
  await expect(at.submit).toHaveText('Procesando...')
  await expect(at.submit).toBeDisabled()
  release()
  await expect(at.title).toHaveText('Contraseña cambiada')
  expect(calls).toHaveLength(1)
  expect(await tokenKept(page)).toBeNull()
  expect((await callServer(server, oldSession, '/account')).status).toBe(401)

  await page.getByRole('link', { name: 'Ir a Iniciar sesión' }).click()
  await logIn(page, { email: person.email, password: newPassword })
})

test('signed in, one changes the password: the other sessions end, the mailbox is told (design/accounts.md#password-change)', async ({
  page,
  server,
  consoleErrors,
}) => {
  const email = 'virtudes@ejemplo.test'
  await page.goto('/register')
  await register(page, { email, password: person.password })
  await page.goto(await linkFromMail(server, email, /confirm/i))
  await expect(authPage(page).title).toHaveText('Email Verified!')
  const elsewhere = await fetch(`${server.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: person.password }),
  })
  expect(elsewhere.ok).toBe(true)

  await page.goto('/profile')
  await expect(page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem')).toHaveCount(2)
  const opener = page.getByRole('button', { name: 'Cambiar la contraseña' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cambiar la contraseña' })
  const alert = dialog.getByRole('alert')
  const fill = async (current: string, chosen: string, again: string) => {
    await dialog.getByLabel('Contraseña actual').fill(current)
    await dialog.getByLabel('Contraseña nueva').fill(chosen)
    await dialog.getByLabel('Confirmar contraseña').fill(again)
    await page.keyboard.press('Enter')
  }
  await fill('no era esta', newPassword, 'otra')
  await expect(alert).toHaveText('Las contraseñas no coinciden')
  await fill('no era esta', newPassword, newPassword)
  await expect(alert).toHaveText('La contraseña actual no es correcta.')
  await expectConsoleError(consoleErrors, /403/)
  await fill(person.password, newPassword, newPassword)
  await expect(dialog).toBeHidden()
  const told = page.getByRole('status').filter({ hasText: 'Contraseña cambiada.' })
  await expect(told).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem')).toHaveCount(1)
  expect(await linkFromMail(server, email, /ha cambiado/)).toBe(`${server.url}/forgot-password`)

  await page.evaluate(() => localStorage.clear())
  await openAuthPage(page, '/login', 'Iniciar sesión')
  await logIn(page, { email, password: newPassword })
})
