import {
  callsTo,
  chooseAccount,
  authPage,
  expectConsoleError,
  openAuthPage,
  stoppedBy,
  test,
  tokenKept,
} from '../person/sign-in.ts'
import { blockOf, letterOf, openWritePage, postsOf, sendOf, storedJson } from '../write/at-the-editor.ts'
import { allow, expect } from '../person/journey.ts'
import { register } from '../person/person.ts'
import { editAddress, recipient, sender } from '../write/write-a-letter.ts'
import { hold } from '../person/visit.ts'

const person = { email: 'ines@ejemplo.test', password: 'otra frase bastante larga' }

test('[2.4, 2.61, 2.62, 2.63, 5.14] /login has its title, a social button, two required fields, a submit button and the link to /register', async ({
  page,
}) => {
  await openAuthPage(page, '/login', 'Iniciar sesión')
  const at = authPage(page)
  await expect(at.google).toBeVisible()
  await expect(at.email).toHaveAttribute('type', 'email')
  await expect(at.email).toHaveAttribute('autocomplete', 'username')
  await expect(at.password).toHaveAttribute('type', 'password')
  await expect(at.password).toHaveAttribute('autocomplete', 'current-password')
  await expect(at.submit).toHaveText('Iniciar sesión')

  const calls = callsTo(page, '/auth/login')
  await at.submit.click()
  expect(await stoppedBy(page)).toMatchObject({ name: 'email', isEmpty: true })
  await at.email.fill(person.email)
  await at.submit.click()
  expect(await stoppedBy(page)).toMatchObject({ name: 'password', isEmpty: true })
  expect(calls).toEqual([])

  await page.getByRole('link', { name: 'Registrate aqui' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(at.title).toHaveText('Crear cuenta')
})

test('[2.64, 2.65, 3.5, 3.23, 3.27, 4.1, 4.2, 4.32, 6.2, 7.3, 7.14] Enviar without a token keeps letter and addresses as the pending letter and leads to /login, which leaves it as it is and leads on to /write @core', async ({
  page,
}) => {
  await page.goto('/register')
  await register(page, person)
  await page.evaluate(() => localStorage.clear())

  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.insertText('Querida Concepción: ya ha llegado el otoño.')
  await editAddress(page, 'Remite', sender)
  await editAddress(page, 'Destinatario', recipient)
  const posts = postsOf(page)
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login$/)
  const at = authPage(page)
  await expect(at.title).toHaveText('Iniciar sesión')
  const pending = await storedJson(page, 'pendingLetter')
  const content = '<p>Querida Concepción: ya ha llegado el otoño.</p>'
  expect(pending).toEqual({ content, originAddress: sender, destinationAddress: recipient })
  expect(posts).toEqual([])
  await expect(page.getByRole('main')).not.toContainText('otoño')

  await page.getByRole('button', { name: 'Usar una contraseña' }).click()
  await at.email.fill(person.email)
  await at.password.fill(person.password)
  const calls = callsTo(page, '/auth/login')
  const release = await hold(page, '**/auth/login')
  await at.submit.click()
  await expect(at.submit).toHaveText('Procesando...')
  await expect(at.submit).toBeDisabled()
  expect(await storedJson(page, 'pendingLetter')).toEqual(pending)
  const answered = page.waitForResponse('**/auth/login')
  release()
  const session = (await (await answered).json()) as Record<string, string>

  await expect(page).toHaveURL(/\/write$/)
  expect(calls.map((call) => call.postDataJSON() as unknown)).toEqual([person])
  expect(Object.keys(session).toSorted()).toEqual(['access_token', 'message'])
  expect(await tokenKept(page)).toBe(session.access_token)
  await expect(letterOf(page)).toContainText('ya ha llegado el otoño')
  await expect(blockOf(page, 'Destinatario')).toContainText(recipient.name)
})

test('an expired session: Enviar leads to /login, which says why, and nothing of the letter is lost (design/sending.md#expired-session) @core', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/')
  // The account's copy of the draft is refused like every call with this token.
  allow(consoleErrors, /status of 401/)
  await page.evaluate(() => localStorage.setItem('token', 'de-otro-tiempo'))
  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.insertText('Querida Concepción: esta carta no se pierde.')
  await editAddress(page, 'Destinatario', recipient)
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login\?motivo=sesion$/)
  await expect(authPage(page).title).toHaveText('Iniciar sesión')
  const why = page.getByRole('main').getByRole('status')
  await expect(why).toHaveText(
    'Su sesión ha caducado. Inicie sesión de nuevo para continuar: su carta está guardada.',
  )
  expect(await tokenKept(page)).toBeNull()
  await expectConsoleError(consoleErrors, /401/)

  await chooseAccount(page, person.email)
  await expect(page).toHaveURL(/\/write$/)
  await expect(letterOf(page)).toContainText('esta carta no se pierde')
})

test('after too many tries a solved captcha lets the owner in (design/accounts.md#limits-per-account)', async ({
  page,
  consoleErrors,
}) => {
  const email = 'bloqueada@ejemplo.test'
  await openAuthPage(page, '/register', 'Crear cuenta')
  const { password } = person
  await register(page, { email, password })
  await page.evaluate(() => localStorage.clear())
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      for (let tries = 0; tries < 10; tries++) await fetch('/auth/login', { method: 'POST', headers, body })
    },
    JSON.stringify({ email, password: 'no era esta' }),
  )

  await openAuthPage(page, '/login', 'Iniciar sesión')
  const at = authPage(page)
  await at.email.fill(email)
  await at.password.fill(password)
  await at.submit.click()
  await expect(at.alert).toContainText('Demasiados intentos')
  await at.captcha.click()
  await expect(at.submit).toBeEnabled()
  await at.submit.click()
  await expect(page).toHaveURL(/\/write$/)
  allow(consoleErrors, /status of (401|429)/)
})
