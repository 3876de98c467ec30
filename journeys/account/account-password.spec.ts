import {
  callsTo,
  door,
  expectComplaint,
  expectRedAbove,
  hold,
  letLinkExpire,
  openDoor,
  stoppedBy,
  test,
  tokenKept,
} from '../person/sign-in.ts'
import { expect } from '../person/journey.ts'
import { linkFromMail, logIn, register, signOut } from '../person/person.ts'

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

  await openDoor(page, '/login', 'Iniciar sesión')
  await page.getByRole('link', { name: 'He olvidado mi contraseña' }).click()
  const at = door(page)
  await expect(at.title).toHaveText('Recuperar el acceso')
  await expect(at.email).toHaveAttribute('autocomplete', 'username')
  await at.submit.click()
  expect(await stoppedBy(page)).toMatchObject({ name: 'email', isEmpty: true })
  await at.email.fill(person.email)
  const releaseRequest = await hold(page, '/auth/forgot-password')
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
  await openDoor(page, '/reset-password', 'Elegir una contraseña nueva')
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
  const release = await hold(page, '/auth/reset-password')
  await at.submit.click()
  await expect(at.submit).toHaveText('Procesando...')
  await expect(at.submit).toBeDisabled()
  release()
  await expect(at.title).toHaveText('Contraseña cambiada')
  expect(calls).toHaveLength(1)
  expect(await tokenKept(page)).toBeNull()
  const headers = { authorization: `Bearer ${oldSession}` }
  expect((await fetch(`${server.url}/account`, { headers })).status).toBe(401)

  await page.getByRole('link', { name: 'Ir a Iniciar sesión' }).click()
  await logIn(page, { email: person.email, password: newPassword })
})

test('a link to a new password that is used, expired, invented or missing says what to do', async ({
  page,
  server,
  complaints,
}) => {
  const email = 'quiteria@ejemplo.test'
  await page.goto('/register')
  await register(page, { email, password: person.password })
  const ask = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const post = (path: string, body: object) =>
    fetch(server.url + path, { ...ask, body: JSON.stringify(body) })
  await post('/auth/forgot-password', { email })
  const link = await linkFromMail(server, email, /contraseña/i)
  await letLinkExpire(server, link)

  const at = door(page)
  const tryIt = async (path: string) => {
    await openDoor(page, path, 'Elegir una contraseña nueva')
    await page.getByLabel('Contraseña nueva').fill(newPassword)
    await at.confirmation.fill(newPassword)
    await at.submit.click()
  }
  await tryIt(link)
  await expect(at.alert).toHaveText('El enlace ha caducado. Pida otro.')
  await expectComplaint(complaints, /400/)
  await tryIt('/reset-password?token=inventado')
  await expect(at.alert).toHaveText('El enlace no es válido o ya se ha utilizado. Pida otro.')
  await expectComplaint(complaints, /400/)
  await expectRedAbove(at.alert, at.form)

  const calls = callsTo(page, '/auth/reset-password')
  const missing = 'El enlace está incompleto. Ábralo de nuevo desde el mensaje o pida otro.'
  await signOut(page)
  await openDoor(page, '/login', 'Iniciar sesión')
  await page.goto('/reset-password')
  await expect(at.alert).toHaveText(missing)
  await tryIt('/reset-password')
  await expect(at.alert).toHaveText(missing)
  expect(calls).toEqual([])
  await page.getByRole('link', { name: 'Pedir otro enlace' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)

  await expect(at.title).toHaveText('Recuperar el acceso')
  await at.email.fill(email)
  await at.submit.click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(sentText)
  await expect.poll(async () => (await linkFromMail(server, email, /contraseña/i)) === link).toBe(false)
  const second = await linkFromMail(server, email, /contraseña/i)
  await tryIt(second)
  await expect(at.title).toHaveText('Contraseña cambiada')
  await tryIt(second)
  await expect(at.alert).toHaveText('El enlace no es válido o ya se ha utilizado. Pida otro.')
  await expectComplaint(complaints, /400/)
})

test('signed in, one changes the password: the other sessions end, the mailbox is told (design/accounts.md#password-change)', async ({
  page,
  server,
  complaints,
}) => {
  const email = 'virtudes@ejemplo.test'
  await page.goto('/register')
  await register(page, { email, password: person.password })
  await page.goto(await linkFromMail(server, email, /confirm/i))
  await expect(door(page).title).toHaveText('Email Verified!')
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
  await expectComplaint(complaints, /403/)
  await fill(person.password, newPassword, newPassword)
  await expect(dialog).toBeHidden()
  const told = page.getByRole('status').filter({ hasText: 'Contraseña cambiada.' })
  await expect(told).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem')).toHaveCount(1)
  expect(await linkFromMail(server, email, /ha cambiado/)).toBe(`${server.url}/forgot-password`)

  await page.evaluate(() => localStorage.clear())
  await openDoor(page, '/login', 'Iniciar sesión')
  await logIn(page, { email, password: newPassword })
})
