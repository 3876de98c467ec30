import { callsTo, authPage, expectConsoleError, fillRegistration, openAuthPage } from '../person/sign-in.ts'
import { expect } from '../person/journey.ts'
import { addresses } from '../server/provider-scripts.ts'
import { captchaFrame, solveCaptcha, test } from '../server/real-server.ts'
import { sideways } from '../person/visit.ts'

const password = 'una frase bastante larga'

test('[4.19, 4.20, 7.13, 3.22] reCAPTCHA: its answer is sent, cleared when it expires or fails, and reset after a refusal', async ({
  page,
  providers,
  consoleErrors,
}) => {
  await openAuthPage(page, '/register', 'Crear cuenta')
  const at = authPage(page)
  const person = { email: 'tomasa@ejemplo.test', password }
  await fillRegistration(page, { ...person, password: 'contraseña' }, { solve: false })
  const source = await page.locator('iframe[title="reCAPTCHA"]').getAttribute('src')
  expect(new URL(source ?? '').searchParams.get('k')).toBe(providers.siteKey)

  for (const spoil of ['Caducar', 'Fallar']) {
    await expect(at.submit).toBeDisabled()
    await solveCaptcha(page)
    await expect(at.submit).toBeEnabled()
    await captchaFrame(page).getByRole('button', { name: spoil }).click()
  }
  await expect(at.submit).toBeDisabled()

  await solveCaptcha(page)
  await at.submit.click()
  await expect(at.alert).toHaveText('Esa contraseña es demasiado fácil de adivinar. Elija otra.')
  await expectConsoleError(consoleErrors, /400/)
  await expect(at.submit).toBeDisabled()

  for (const field of [at.password, at.confirmation]) await field.fill(password)
  const calls = callsTo(page, '/auth/register')
  await solveCaptcha(page)
  // By keyboard: Chromium hands a press that comes within a frame of scrolling to the widget that stood there before.
  await at.submit.press('Enter')
  await expect(at.title).toHaveText('¡Registro exitoso!')
  const sent = calls[0]!.postDataJSON() as { recaptcha_token: string }
  expect(providers.verified.map(({ response }) => response)).toContain(sent.recaptcha_token)
  expect(new Set(providers.verified.map(({ secret }) => secret))).toEqual(
    new Set([providers.settings.RECAPTCHA_SECRET_KEY]),
  )
})

test('[7.13, 2.58, 2.68] with real mail: the message arrives over SMTP and its link verifies the address', async ({
  page,
  providers,
  server,
}) => {
  const email = 'ursula@ejemplo.test'
  await openAuthPage(page, '/register', 'Crear cuenta')
  await fillRegistration(page, { email, password }, { solve: false })
  await solveCaptcha(page)
  const at = authPage(page)
  await at.submit.click()
  await expect(at.title).toHaveText('¡Registro exitoso!')

  const mailTo = () => providers.mails.find(({ to }) => to?.some(({ address }) => address === email))
  await expect.poll(mailTo).toBeTruthy()
  const mail = mailTo()!
  expect(mail.from).toEqual({ name: 'Lacre', address: 'cartas@lacre.example' })
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
  expect(link).toContain(`${server.url}/verify-email?token=`)
  await page.goto(link)
  await expect(at.title).toHaveText('Email Verified!')
  expect((await fetch(`${server.url}/sandbox/mailbox.json`)).status).toBe(404)
})

test('[7.13] a captcha without its script says so, even when the second of its two scripts stays silent', async ({
  page,
  scripts,
  consoleErrors,
}) => {
  const unavailable = page.getByRole('alert').filter({ hasText: 'No se ha podido cargar la verificación.' })
  scripts.broken.set(addresses.captcha, 'unreachable')
  await openAuthPage(page, '/register', 'Crear cuenta')
  await expect(unavailable).toBeVisible()
  await expect(authPage(page).submit).toBeDisabled()
  await expectConsoleError(consoleErrors, /ERR_FAILED/)

  scripts.broken.clear()
  scripts.broken.set(addresses.captchaRelease, 'silent')
  await page.clock.install()
  await openAuthPage(page, '/register', 'Crear cuenta')
  await expect.poll(() => scripts.asked).toContain(addresses.captchaRelease)
  await expect(unavailable).toHaveCount(0)
  await page.clock.fastForward('00:30')
  await expect(unavailable).toBeVisible()
})

test('the captcha fits a screen of 320 px without sideways scrolling (specification, section 9)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await openAuthPage(page, '/register', 'Crear cuenta')
  const frame = page.locator('iframe[title="reCAPTCHA"]')
  await expect(frame).toBeVisible()
  const place = await frame.boundingBox()
  expect(place!.x + place!.width).toBeLessThanOrEqual(320)
  expect(await sideways(page)).toBeLessThanOrEqual(0)
})
