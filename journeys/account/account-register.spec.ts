import {
  answer,
  callsTo,
  authPage,
  expectConsoleError,
  expectRedAbove,
  fillRegistration,
  openAuthPage,
  stoppedBy,
  test,
  tokenKept,
} from '../person/sign-in.ts'
import { expect } from '../person/journey.ts'
import { linkFromMail, signIn } from '../person/person.ts'
import { hold } from '../person/visit.ts'

// Its own: it signs up more often than an hour allows together with others.
test.use({ serverName: 'account-register' })

const password = 'una frase bastante larga'
const fallback = 'Ocurrió un error durante el registro. Por favor, inténtelo de nuevo más tarde.'

test('[2.3, 2.53, 2.54, 2.57, 5.12, 5.13] /register has its title, a social button, three required fields, a captcha, a submit button and the link to /login', async ({
  page,
}) => {
  await openAuthPage(page, '/register', 'Crear cuenta')
  const at = authPage(page)
  await expect(at.google).toBeVisible()
  await expect(at.email).toHaveAttribute('type', 'email')
  await expect(at.email).toHaveAttribute('autocomplete', 'username')
  for (const field of [at.password, at.confirmation]) {
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', 'new-password')
  }
  await expect(at.captcha).toBeVisible()
  await expect(at.submit).toHaveText('Crear cuenta')

  const calls = callsTo(page, '/auth/register')
  await fillRegistration(page, { email: 'ana@ejemplo.test', password })
  for (const name of ['email', 'password', 'confirmation']) {
    const field = at.form.locator(`[name=${name}]`)
    const filled = await field.inputValue()
    await field.fill('')
    await at.submit.click()
    expect(await stoppedBy(page)).toMatchObject({ name, isEmpty: true })
    await field.fill(filled)
  }
  await at.email.fill('ana sin arroba')
  await at.submit.click()
  expect(await stoppedBy(page)).toMatchObject({ name: 'email', isNoAddress: true })
  expect(calls).toEqual([])

  await page.getByRole('link', { name: 'Inicia sesión aqui' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(at.title).toHaveText('Iniciar sesión')
})

test('[2.60, 5.9] a registration is checked before it is sent, also one that a password manager submits', async ({
  page,
}) => {
  await openAuthPage(page, '/register', 'Crear cuenta')
  const at = authPage(page)
  const calls = callsTo(page, '/auth/register')
  const written = { email: 'ana@ejemplo.test', password: 'corta', confirmation: 'otra' }
  await fillRegistration(page, written, { solve: false })
  await at.form.evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(at.alert).toHaveText('Las contraseñas no coinciden')
  await expectRedAbove(at.alert, at.form)
  // An answered captcha is left alone.
  await at.captcha.click()
  await expect(at.submit).toBeEnabled()
  await at.confirmation.fill('la otra')
  await at.submit.click()
  await expect(at.alert).toHaveText('Las contraseñas no coinciden')
  await expect(at.submit).toBeEnabled()
  expect(calls).toEqual([])
})

test('[2.55, 2.56, 2.58, 3.22, 3.27, 4.18, 7.2, 7.14] a registration: disabled, busy, then the success panel, the token kept and a mail sent @core', async ({
  page,
  server,
}) => {
  const email = 'carmen@ejemplo.test'
  await openAuthPage(page, '/register', 'Crear cuenta')
  const at = authPage(page)
  await expect(at.captcha).toBeVisible()
  await fillRegistration(page, { email, password }, { solve: false })
  await expect(at.submit).toBeDisabled()
  await at.captcha.click()
  await expect(at.submit).toBeEnabled()
  await expect(at.submit).toHaveText('Crear cuenta')

  const calls = callsTo(page, '/auth/register')
  const release = await hold(page, '**/auth/register')
  await at.submit.click()
  await expect(at.submit).toHaveText('Procesando...')
  await expect(at.submit).toBeDisabled()
  const answered = page.waitForResponse('**/auth/register')
  release()
  const session = (await (await answered).json()) as Record<string, string>

  await expect(at.title).toHaveText('¡Registro exitoso!')
  await expect(at.title).toBeFocused()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Verifica tu correo electrónico' })).toBeVisible()
  await expect(main).toContainText(`Hemos enviado un mensaje de verificación a ${email}.`)
  await expect(main).toContainText('correo no deseado (spam)')
  await expect(at.form).toHaveCount(0)

  expect(calls).toHaveLength(1)
  const sent = calls[0]!.postDataJSON() as Record<string, string>
  expect(Object.keys(sent).toSorted()).toEqual(['email', 'password', 'recaptcha_token'])
  expect(sent).toMatchObject({ email, password })
  expect(sent.recaptcha_token).not.toBe('')
  expect(Object.keys(session).toSorted()).toEqual(['access_token', 'message'])
  expect(await tokenKept(page)).toBe(session.access_token)
  expect(await linkFromMail(server, email, /confirm/i)).toContain(`${server.url}/verify-email?token=`)

  const onward = main.getByRole('link', { name: 'Ir a Iniciar sesión' })
  await expect(onward).toHaveAttribute('href', '/login')
  await onward.click()
  // /login has nothing to ask: registering has signed in.
  await expect(page).toHaveURL(/\/write$/)
})

test('[2.60, 4.19, 8.2, 8.14] a refused registration says why in red above the form, takes the captcha answer back and may be tried again @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server, 'dolores@ejemplo.test')
  await page.evaluate(() => localStorage.clear())
  await openAuthPage(page, '/register', 'Crear cuenta')
  const at = authPage(page)
  await fillRegistration(page, { email: 'dolores@ejemplo.test', password })
  await at.submit.click()
  await expect(at.alert).toHaveText('Ya existe una cuenta con este correo electrónico.')
  await expectRedAbove(at.alert, at.form)
  await expectConsoleError(consoleErrors, /400/)

  await expect(at.submit).toHaveText('Crear cuenta')
  await expect(at.submit).toBeDisabled()
  await expect(page.locator('altcha-widget input[type=checkbox]')).not.toBeChecked()
  await expect(at.email).toHaveValue('dolores@ejemplo.test')
  expect(await tokenKept(page)).toBeNull()

  await at.captcha.click()
  await expect(at.submit).toBeEnabled()
  await answer(page, '/auth/register', 502, '<h1>Bad Gateway</h1>')
  await at.submit.click()
  await expect(at.alert).toHaveText(fallback)
  await expectConsoleError(consoleErrors, /502/)
  await expect(at.submit).toBeDisabled()

  await at.captcha.click()
  await expect(at.submit).toBeEnabled()
  await at.email.fill('elvira@ejemplo.test')
  await at.submit.click()
  await expect(at.title).toHaveText('¡Registro exitoso!')
})

test('[4.20, 2.56] an answer of the captcha that expires is cleared: the button is disabled until it is solved again', async ({
  page,
}) => {
  await page.clock.install({ time: new Date() })
  await openAuthPage(page, '/register', 'Crear cuenta')
  const at = authPage(page)
  await expect(at.captcha).toBeVisible()
  await fillRegistration(page, { email: 'ana@ejemplo.test', password })
  await page.clock.fastForward('11:00')
  await expect(at.submit).toBeDisabled()

  await page.clock.setSystemTime(new Date())
  await at.captcha.click()
  await expect(at.submit).toBeEnabled()
})
