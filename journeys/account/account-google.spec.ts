import {
  callsTo,
  authPage,
  expectConsoleError,
  expectRedAbove,
  openAuthPage,
  tokenKept,
} from '../person/sign-in.ts'
import { allow, expect } from '../person/journey.ts'
import { addresses } from '../server/provider-scripts.ts'
import { captchaFrame, googleButton, test, readGoogleOptions } from '../server/real-server.ts'
import { hold } from '../person/visit.ts'

test('[7.12, 7.13] the script of the social sign-in is loaded from its provider on /login and /register only, the captcha on /register only', async ({
  page,
  scripts,
}) => {
  for (const path of ['/', '/write', '/forgot-password']) {
    await page.goto(path)
    await expect(authPage(page).title).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(scripts.asked).toEqual([])
  }
  await openAuthPage(page, '/login', 'Iniciar sesión')
  await expect(googleButton(page)).toBeVisible()
  expect(scripts.asked).toContain(addresses.google)
  expect(scripts.asked.filter((address) => address.includes('recaptcha'))).toEqual([])

  await openAuthPage(page, '/register', 'Crear cuenta')
  await expect(googleButton(page)).toBeVisible()
  await expect(captchaFrame(page).getByRole('button', { name: 'No soy un robot' })).toBeVisible()
  expect(scripts.asked).toContain(addresses.captcha)
})

test('[7.12, 7.13, 3.24, 7.4, 7.14] the button yields a credential, a client id and a select_by value; the credential opens the session and leads to /write @core', async ({
  page,
  providers,
  scripts,
}) => {
  await openAuthPage(page, '/login', 'Iniciar sesión')
  const { nonce = '', ...told } = await readGoogleOptions(page)
  const credential = await providers.credential({ sub: 'google-1', email: 'rosa@gmail.com', nonce })
  scripts.google = { credential, clientId: providers.clientId, select_by: 'btn' }
  expect(nonce).toMatch(/^[\w-]{43}$/)
  expect(told).toEqual({
    client_id: providers.clientId,
    text: 'signin_with',
    hl: 'es',
  })

  const calls = callsTo(page, '/auth/google/login')
  const release = await hold(page, '**/auth/google/login')
  await googleButton(page).click()
  await expect(page.getByText('Procesando...')).toBeVisible()
  await expect.poll(() => page.context().pages()).toEqual([page])
  const answered = page.waitForResponse('**/auth/google/login')
  release()
  const session = (await (await answered).json()) as { access_token: string }
  await expect(page).toHaveURL(/\/write$/)
  expect(calls.map((call) => [call.postDataJSON() as unknown, call.headers()['content-type']])).toEqual([
    [{ token: credential }, 'application/json'],
  ])
  expect(await tokenKept(page)).toBe(session.access_token)
})

test('[2.59, 7.13, 8.4, 8.5] a missing credential triggers the error callback, on both screens; the next try signs up', async ({
  page,
  providers,
  scripts,
}) => {
  const at = authPage(page)
  const calls = callsTo(page, '/auth/google/login')
  scripts.google = { clientId: providers.clientId, select_by: 'btn' }
  for (const [path, title, text] of [
    ['/login', 'Iniciar sesión', 'No se ha podido iniciar sesión con Google.'],
    ['/register', 'Crear cuenta', 'No se ha podido completar el registro con Google.'],
  ] as const) {
    await openAuthPage(page, path, title)
    await googleButton(page).click()
    await expect(at.alert).toHaveText(text)
    await expectRedAbove(at.alert, at.form)
  }
  expect(calls).toEqual([])

  const { nonce = '' } = await readGoogleOptions(page)
  const credential = await providers.credential({ sub: 'google-2', email: 'sara@gmail.com', nonce })
  scripts.google = { credential, clientId: providers.clientId, select_by: 'btn' }
  await googleButton(page).click()
  await expect(page).toHaveURL(/\/write$/)
})

test('[8.4, 8.5] a credential that is not for this server is refused, with the reason of the server', async ({
  page,
  scripts,
  consoleErrors,
}) => {
  const at = authPage(page)
  scripts.google = { credential: 'de.otra.casa', select_by: 'btn' }
  await openAuthPage(page, '/login', 'Iniciar sesión')
  await googleButton(page).click()
  await expect(at.alert).toHaveText(
    'No se ha podido iniciar sesión con Google. No se ha podido comprobar su identidad. Vuelva a intentarlo.',
  )
  await expectConsoleError(consoleErrors, /401/)
  expect(await tokenKept(page)).toBeNull()
})

test('[8.6] a button that cannot be set up says so, whether the script does not come, is empty or throws; the form stays usable', async ({
  page,
  scripts,
  consoleErrors,
}) => {
  const at = authPage(page)
  const throwing =
    'globalThis.google = { accounts: { id: { initialize() { throw new Error("not today") }, renderButton() {} } } }'
  const ways = [
    ['unreachable', [/ERR_FAILED/]],
    [{ script: '' }, []],
    [{ script: throwing }, [/not today/]],
  ] as const
  for (const [path, title, text] of [
    ['/login', 'Iniciar sesión', 'No se ha podido cargar el botón de inicio de sesión con Google.'],
    ['/register', 'Crear cuenta', 'No se ha podido cargar el botón de registro con Google.'],
  ] as const)
    for (const [instead, says] of ways) {
      scripts.broken.set(addresses.google, instead)
      await openAuthPage(page, path, title)
      await expect(at.alert).toHaveText(text)
      await expectRedAbove(at.alert, at.form)
      await at.email.fill('ana@gmail.com')
      await expect(at.email).toHaveValue('ana@gmail.com')
      for (const pattern of says) await expectConsoleError(consoleErrors, pattern)
    }
})

test('with every key set, plain strings run nothing: the providers keep to policies of their own (design/privacy.md#trusted-types)', async ({
  page,
  consoleErrors,
}) => {
  allow(consoleErrors, /inline event handler|requires 'TrustedScript'/) // what the tries below are told
  const answer = await page.goto('/register')
  const policy = answer?.headers()['content-security-policy']
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain(
    "trusted-types letter captcha ProseMirrorClipboard svelte-trusted-html inert default goog#html 'allow-duplicates'",
  )
  await expect(googleButton(page)).toBeVisible()
  await expect(captchaFrame(page).getByRole('button', { name: 'No soy un robot' })).toBeVisible()
  const refused = await page.evaluate(() => {
    const tries = [
      () => (document.createElement('div').innerHTML = '<img src="x" onerror="ran = true">'),
      () =>
        (document.createElement('div').innerHTML = '<iframe srcdoc="<script>ran = true</script>"></iframe>'),
      () => (document.createElement('script').src = '/assets/ours.js'),
      () => (document.createElement('script').src = 'data:text/javascript,ran=true'),
      () => (document.createElement('script').text = 'ran = true'),
    ]
    return tries.map((attempt) => {
      try {
        attempt()
        return 'taken'
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(refused).toEqual(Array(5).fill('TypeError'))
})
