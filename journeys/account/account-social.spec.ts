import {
  answer,
  askForAccount,
  callsTo,
  chooseAccount,
  authPage,
  expectConsoleError,
  openAuthPage,
  test,
  tokenKept,
} from '../person/sign-in.ts'
import { allow, expect } from '../person/journey.ts'
import { hold } from '../person/visit.ts'

const screens = [
  ['/login', 'Iniciar sesión', 'No se ha podido iniciar sesión con Google.'],
  ['/register', 'Crear cuenta', 'No se ha podido completar el registro con Google.'],
] as const

test('[2.59, 2.64, 3.24, 3.27, 7.4, 7.14] a social sign-up, and a sign-in after it, keep the token and go to /write @core', async ({
  page,
  consoleErrors,
}) => {
  // The desk may be asking for the account's drafts at the moment the token goes.
  allow(consoleErrors, /status of 401/)
  const at = authPage(page)
  const calls = callsTo(page, '/auth/google/login')
  for (const [path, title] of screens.toReversed()) {
    await openAuthPage(page, path, title)
    const credential = page.waitForResponse('**/sandbox/social/credential')
    const release = await hold(page, '**/auth/google/login')
    await chooseAccount(page, 'valeria@ejemplo.test')
    await expect(page.getByRole('main').getByText('Procesando...')).toBeVisible()
    const { credential: given } = (await (await credential).json()) as { credential: string }
    const answered = page.waitForResponse('**/auth/google/login')
    release()
    const session = (await (await answered).json()) as Record<string, string>
    await expect(page).toHaveURL(/\/write$/)
    expect(calls.at(-1)!.postDataJSON()).toEqual({ token: given })
    expect(calls.at(-1)!.headers()['content-type']).toBe('application/json')
    expect(Object.keys(session).toSorted()).toEqual(['access_token', 'message'])
    expect(await tokenKept(page)).toBe(session.access_token)
    await page.evaluate(() => localStorage.clear())
  }
  await expect(at.alert).toHaveCount(0)
})

test('[7.12, 7.13] without keys no script of another host is loaded, and a real address is refused', async ({
  page,
  server,
  consoleErrors,
}) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== server.url) strangers.push(url.origin)
  })
  const at = authPage(page)
  for (const [path, title, text] of screens) {
    await openAuthPage(page, path, title)
    const dialog = await askForAccount(page, 'alguien@gmail.com')
    await expect(dialog).toContainText('use una dirección que termine en @ejemplo.test')
    await expect(dialog.getByLabel('Correo electrónico')).toHaveAttribute('aria-invalid', 'true')
    await expectConsoleError(consoleErrors, /400/)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()

    await answer(page, '/sandbox/social/credential', 500, '')
    await chooseAccount(page, 'valeria@ejemplo.test')
    await expect(at.alert).toHaveText(text)
    await expectConsoleError(consoleErrors, /500/)
  }
  await expect(at.captcha).toBeVisible()
  expect(strangers).toEqual([])
})
