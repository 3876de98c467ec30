import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { days } from '@lacre/letter/days.ts'
import { buyerKeptFor, keptFor, recipientKeptFor, unprovenKeptFor } from '@lacre/letter/kept-for.ts'
import { expect, test } from '../person/journey.ts'
import { goWithin, heading, styleOf, visit } from '../person/visit.ts'

const texts = [
  ['/about-us', 'about-us', 'About', 'Quiénes somos', '2.9'],
  ['/privacy-policy', 'privacy-policy', 'Privacy policy', 'Política de privacidad', '2.7'],
  ['/terms-of-use', 'terms-of-use', 'Terms of use', 'Términos de uso', '2.8'],
] as const
const article = 'main article'

test('[2.7, 2.8, 2.9, 2.77, 7.15] each text is a markdown file of its own, loaded when its page is opened, and no other call is made for it', async ({
  page,
}) => {
  await visit(page, '/')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [path, name, label, title] of texts) {
    const came = page.waitForResponse((answer) => answer.url().endsWith(`/texts/${name}.md`))
    await page.getByRole('contentinfo').getByRole('link', { name: label }).click()
    await expect(heading(page, title)).toBeFocused()
    expect(new URL(page.url()).pathname).toBe(path)
    const file = join(import.meta.dirname, '..', '..', 'web', 'texts', `${name}.md`)
    expect(await (await came).text()).toBe(readFileSync(file, 'utf8'))
  }
  // The operator's identity comes from the settings by /config (art. 10 LSSI); the text itself needs no call.
  const calls = asked.filter((path) => !path.startsWith('/assets/') && !path.startsWith('/texts/'))
  expect(calls.filter((path) => path !== '/config')).toEqual([])
  expect(asked.filter((path) => path.startsWith('/texts/'))).toHaveLength(3)
})

test('[2.78, 2.79, 9.11] a column of 800 px with line height 1.8 on a card with a gradient', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1500, height: 900 })
  for (const [path] of texts) {
    await visit(page, path)
    const column = await page.locator(article).evaluate((one) => {
      const { width, paddingLeft, paddingRight } = getComputedStyle(one)
      return Number.parseFloat(width) - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    })
    expect(column).toBe(800)
    expect(await styleOf(page, 'main > div', 'background-image')).toMatch(/^linear-gradient/)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    for (const part of ['p', 'li']) {
      const [height, size] = await page
        .locator(`${article} ${part}`)
        .first()
        .evaluate((one) => [getComputedStyle(one).lineHeight, getComputedStyle(one).fontSize])
      expect(Number.parseFloat(height ?? '') / Number.parseFloat(size ?? '')).toBeCloseTo(1.8, 2)
    }
  }
  await page.setViewportSize({ width: 600, height: 900 })
  expect((await page.locator(article).boundingBox())?.width).toBeLessThan(600)
})

test('[2.80, 8.13] a text that does not load leaves the page empty and a message in the console', async ({
  page,
  consoleErrors,
}) => {
  const [path, name, , title] = texts[1]
  await visit(page, '/')
  await page.route(`**/texts/${name}.md`, (route) => route.fulfill({ status: 503 }))
  // Opened from within, and opened by its address.
  await goWithin(page, path)
  await expect(page).toHaveTitle(new RegExp(title))
  expect((await page.getByRole('main').innerText()).trim()).toBe('')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(consoleErrors.splice(0).filter((one) => !one.startsWith('Failed to load resource'))).toEqual([
    expect.stringMatching(new RegExp(`^Error loading ${name}`)),
  ])
  await visit(page, path)
  await expect(heading(page, title)).toHaveCount(0)
  expect((await page.getByRole('main').innerText()).trim()).toBe('')
  const said = () => consoleErrors.filter((one) => one.startsWith('Error loading'))
  await expect.poll(said).toHaveLength(1)
  consoleErrors.length = 0
  // The next visit asks for it again.
  await page.unroute(`**/texts/${name}.md`)
  await goWithin(page, '/login')
  await expect(heading(page, 'Iniciar sesión')).toBeVisible()
  await goWithin(page, path)
  await expect(heading(page, title)).toBeVisible()
})

test('[2.7, 2.8, 2.9] the operator of /config is named, each part where it is known', async ({
  page,
  server,
}) => {
  const operator = {
    name: 'Cartas de Prueba, S. L.',
    nif: 'B00000000',
    address: 'Calle de la Prueba 1, 29005 Málaga',
    email: 'hola@ejemplo.test',
  }
  const config = (await (await fetch(`${server.url}/config`)).json()) as object
  await page.route('**/config', (route) => route.fulfill({ json: { ...config, operator } }))
  for (const [path] of texts) {
    await visit(page, path)
    for (const part of Object.values(operator)) await expect(page.locator(article)).toContainText(part)
    await expect(page.getByRole('main')).not.toContainText('no debe usarse para vender')
  }
})

test('[2.7, 2.8, 2.9] a server without an operator says so and invents none', async ({ page }) => {
  for (const [path] of texts) {
    await visit(page, path)
    const main = page.getByRole('main')
    await expect(main).toContainText('todavía no ha completado sus datos de identificación')
    for (const label of ['Titular', 'NIF', 'Domicilio', 'Correo electrónico'])
      await expect(main.getByRole('listitem').filter({ hasText: `${label}:` })).toContainText('sin indicar')
    await expect(main).not.toContainText('{{')
  }
})

test('the texts say how long a letter is kept, as it is (design/privacy.md#letters-are-forgotten)', async ({
  page,
}) => {
  const inDays = (state: keyof typeof keptFor) => keptFor[state] / days(1)
  expect([inDays('returned'), inDays('expired')]).toEqual([inDays('posted'), inDays('cancelled')])
  expect(Math.round(buyerKeptFor / days(365.25))).toBe(6)
  const says = [
    ['/privacy-policy', 'Nombre, NIF y domicilio, si pide una factura con ellos'],
    ['/privacy-policy', `${inDays('posted')} días después de enviarla`],
    ['/privacy-policy', `${inDays('cancelled')} si se cancela o caduca`],
    ['/privacy-policy', `ni paga ninguna carta, ${unprovenKeptFor / days(1)} días desde`],
    ['/privacy-policy', `${recipientKeptFor / days(1)} días desde que se envía`],
    ['/terms-of-use', `a los ${inDays('posted')} días de enviarla`],
    ['/about-us', `a los ${inDays('posted')} días de enviarla`],
  ] as const
  for (const [path, words] of says) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(words)
  }
})
