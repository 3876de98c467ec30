import type { Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { visit, hold } from '../person/visit.ts'
import { answer } from '../person/sign-in.ts'

/** Writes down whatever a live region says, as a screen reader would. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const heard: string[] = ((window as unknown as { heard: string[] }).heard = [])
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const hear = (region: Element | null | undefined) => {
      const text = region?.textContent?.trim()
      if (region && text) heard.push(`${region.getAttribute('role') ?? 'live'}: ${text}`)
    }
    new MutationObserver((changes) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (around) regions.add(around)
        for (const added of addedNodes)
          if (added instanceof Element)
            for (const region of [added, ...added.querySelectorAll('*')])
              if (region.matches(live)) regions.add(region)
      }
      regions.forEach(hear)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

const screens = [
  ['/login', 'Iniciar sesión · Lacre', 'es'],
  ['/', 'Lacre: envía cartas personales de forma fácil y rápida', 'es'],
  ['/write', 'Escribir una carta · Lacre', 'es'],
  ['/register', 'Crear cuenta · Lacre', 'es'],
  ['/verify-email', 'Email verification · Lacre', 'en'],
  ['/forgot-password', 'Recuperar el acceso · Lacre', 'es'],
  ['/reset-password', 'Elegir una contraseña nueva · Lacre', 'es'],
  ['/success', 'Pedido · Lacre', 'es'],
  ['/profile', 'Mi Perfil · Lacre', 'es'],
  ['/about-us', 'Quiénes somos · Lacre', 'es'],
  ['/privacy-policy', 'Política de privacidad · Lacre', 'es'],
  ['/terms-of-use', 'Términos de uso · Lacre', 'es'],
  ['/no-existe', 'Esta página no existe · Lacre', 'es'],
] as const

test.use({ serverName: 'a11y' })

test('[2.13, 2.16] each page has its title, its language, header, footer and one h1 (WCAG 2.4.2, 3.1.1, 3.1.2)', async ({
  page,
  server,
  consoleErrors,
}) => {
  for (const [path, title, lang] of screens) {
    // /login leads on if there is a session.
    if (path === '/') await signIn(page, server, 'titulos@ejemplo.test')
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveAttribute('lang', lang)
    for (const part of ['banner', 'contentinfo'] as const)
      await expect(page.getByRole(part)).toHaveAttribute('lang', 'es')
    for (const label of ['About', 'Privacy policy', 'Terms of use'])
      await expect(page.getByRole('link', { name: label, exact: true })).toHaveAttribute('lang', 'en')
  }
  allow(consoleErrors, /404/)
})

test('announces a change of screen: title, language, focus on the heading, a word in the live region', async ({
  page,
}) => {
  const heard = await listen(page)
  await visit(page, '/')
  const go = async (press: () => Promise<void>, heading: string | RegExp, title: string, told: string) => {
    await press()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    await expect(page).toHaveTitle(title)
    await expect.poll(heard).toContain(`status: ${told}`)
  }
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await go(() => link('Crear una cuenta').click(), 'Crear cuenta', 'Crear cuenta · Lacre', 'Crear cuenta')
  await go(
    () => link('Inicia sesión aqui').click(),
    'Iniciar sesión',
    'Iniciar sesión · Lacre',
    'Iniciar sesión',
  )
  await go(() => link('About').click(), 'Quiénes somos', 'Quiénes somos · Lacre', 'Quiénes somos')
  await go(() => page.goBack().then(() => {}), 'Iniciar sesión', 'Iniciar sesión · Lacre', 'Iniciar sesión')
})

test('announces busy, refused and done, and never loses the focus (WCAG 4.1.3, 2.4.3)', async ({
  page,
  consoleErrors,
}) => {
  const heard = await listen(page)
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  await visit(page, '/login')
  const release = await hold(page, '**/auth/login')
  await page.getByLabel('Correo electrónico').fill('nadie@ejemplo.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('no es la mía')
  const submit = page.locator('form button[type=submit]')
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(submit).toHaveText('Procesando...')
  await expect.poll(heard).toContain('live: Procesando...')
  release()
  const refusal = page.getByRole('alert')
  await expect(refusal).toBeVisible()
  expect(await heard()).toContain(`alert: ${await refusal.textContent()}`)
  await expect(submit).toBeFocused()

  await visit(page, '/forgot-password')
  await answer(page, '/auth/forgot-password', 204, '')
  await page.getByLabel('Correo electrónico').fill('nadie@ejemplo.test')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await heard()).at(-1)).toMatch(/^status: Si el correo está registrado/)
  await expect.poll(focused).toMatch(/^Si el correo está registrado/)
  allow(consoleErrors, /401/)
})
