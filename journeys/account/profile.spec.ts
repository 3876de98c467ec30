import type { Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { payWith, signIn } from '../person/person.ts'
import { heading, styleOf, visit, sideways } from '../person/visit.ts'
import { editAddress, recipient } from '../write/write-a-letter.ts'
import { answerOf, callServer } from '../server/call-server.ts'

/** What the screen says of a fact, by its label. */
const fact = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

/** `Noviembre 2026`, as the profile writes it. */
function thisMonth() {
  const format = new Intl.DateTimeFormat('es-ES', {
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Madrid',
  })
  const [month = '', year] = format.format(new Date()).split(' de ')
  return `${month[0]?.toUpperCase()}${month.slice(1)} ${year}`
}

const notFound = (page: Page) =>
  page.route('**/account', (route) => route.fulfill({ status: 404, json: { detail: 'No existe.' } }))

// Design, 2.13: the account's own data in the specified places; the sample only for a host that keeps none.
test("[2.10, 2.83, 2.84, 2.85] the profile shows the account's own figures, and a paid letter counts", async ({
  page,
  server,
}) => {
  const month = thisMonth()
  const token = await signIn(page, server, 'teresa.gil@ejemplo.test')
  await visit(page, '/profile')
  await expect(heading(page, 'Mi Perfil')).toBeVisible()
  await expect(page).toHaveTitle('Mi Perfil · Lacre')
  await expect(fact(page, 'Cartas Escritas')).toBeVisible()
  const sections = page.getByRole('heading', { level: 2 })
  for (const [at, name] of ['Detalles de la Cuenta', 'Actividad', 'Preferencias'].entries())
    await expect(sections.nth(at)).toHaveText(name)
  await expect(page.getByRole('main')).toContainText('teresa.gil@ejemplo.test')
  await expect(fact(page, 'Suscripción')).toHaveText('Plan Gratuito')
  // The month may end meanwhile.
  expect([month, thisMonth()]).toContain(await fact(page, 'Se unió').textContent())
  await expect(fact(page, 'Cartas Escritas')).toHaveText('0')
  await expect(fact(page, 'Última Carta')).toHaveText('Todavía ninguna')
  await expect(page.getByText('Datos de ejemplo')).toHaveCount(0)

  await page.getByRole('link', { name: 'Ir a Escribir' }).click()
  await page.getByRole('textbox', { name: 'Carta' }).click()
  await page.keyboard.insertText('Querida Rosa: esta cuenta.')
  await editAddress(page, 'Destinatario', recipient)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(heading(page, '¡Pedido realizado con éxito!')).toBeVisible()
  // Paid is what the card provider's own record says, a moment later.
  const written = async () =>
    (await answerOf<{ lettersWritten: number }>(server, token, '/account')).lettersWritten
  await expect.poll(written).toBe(1)
  await visit(page, '/profile')
  await expect(fact(page, 'Cartas Escritas')).toHaveText('1')
  await expect(fact(page, 'Última Carta')).toHaveText(/^hace (un momento|\d+ minutos?)$/)
})

test('[2.82, 4.28, 7.15, 9.16] «Cargando...» first; a host without account data gets the sample after 500 ms', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page, server, 'hugo@ejemplo.test')
  await notFound(page)
  // When each of the two stood on the screen, by the page's own clock.
  await page.addInitScript(() => {
    const seen: Record<string, number> = {}
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? ''
      for (const what of ['Cargando...', 'Datos de ejemplo'])
        if (text.includes(what)) seen[what] ??= performance.now()
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/profile')
  await expect(page.getByText('Datos de ejemplo')).toBeVisible()
  await expect(page.getByText('Cargando...')).toHaveCount(0)
  const [loading, answered, shown] = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Record<string, number> }
    const [answer] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/account'))
    return [seen['Cargando...'], (answer as PerformanceResourceTiming).responseEnd, seen['Datos de ejemplo']]
  })
  expect(loading).toBeLessThan(shown ?? 0)
  expect((shown ?? 0) - (answered ?? Infinity)).toBeGreaterThanOrEqual(495) // its clock is coarser than a timer's

  const main = page.getByRole('main')
  for (const text of ['María García', 'maria.garcia@ejemplo.es']) await expect(main).toContainText(text)
  await expect(fact(page, 'Suscripción')).toHaveText('Plan Gratuito')
  await expect(fact(page, 'Se unió')).toHaveText('Junio 2023')
  await expect(fact(page, 'Cartas Escritas')).toHaveText('12')
  await expect(fact(page, 'Última Carta')).toHaveText('hace 2 días')
  expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual(['/profile', '/account'])
  allow(consoleErrors, /status of 404/)
})

test('[2.86, 2.87, 9.12] a card of 800 px; «Editar Perfil» does nothing, «Ir a Escribir» leads to /write', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'luis@ejemplo.test')
  await visit(page, '/profile')
  await expect(page.getByRole('heading', { name: 'Preferencias' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sesiones abiertas' })).toBeVisible()
  expect((await page.locator('main section').first().boundingBox())?.width).toBe(800)
  expect(await styleOf(page, 'main section', 'max-width')).toBe('800px')

  const before = await page.getByRole('main').innerHTML()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('button', { name: 'Editar Perfil' }).click()
  expect(await page.getByRole('main').innerHTML()).toBe(before)
  expect(asked).toEqual([])
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('link', { name: 'Ir a Escribir' }).click()
  await expect(page.getByRole('textbox', { name: 'Carta' })).toBeVisible()
  await expect(page).toHaveURL(/\/write$/)
})

test('Sesiones: where one is signed in, and all others ended (design/accounts.md#sessions) @core', async ({
  page,
  server,
}) => {
  const email = 'sesiones@ejemplo.test'
  const elsewhere = await signIn(page, server, email)
  await signIn(page, server, email)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/profile')
  const list = page.getByRole('list', { name: 'Sesiones abiertas' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').filter({ hasText: 'esta sesión' })).toHaveCount(1)
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Cerrar todas las demás' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('main')).toContainText('Las demás sesiones se han cerrado.')
  expect((await callServer(server, elsewhere, '/account')).status).toBe(401)
})
