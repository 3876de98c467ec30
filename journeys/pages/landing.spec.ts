import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { columnsOf, heading, visit } from '../person/visit.ts'

const hero = 'Envía cartas personales de forma fácil y rápida'

test('[2.1, 2.19, 2.20] the landing page: what it is about, and the two ways to begin', async ({ page }) => {
  await visit(page, '/')
  await expect(heading(page, hero)).toBeVisible()
  await page.getByRole('link', { name: 'Crear una cuenta' }).click()
  await expect(heading(page, 'Crear cuenta')).toBeVisible()
  await expect(page).toHaveURL(/\/register$/)
  await page.goBack()
  await expect(heading(page, hero)).toBeVisible()
  await page.getByRole('link', { name: 'Comenzar a escribir' }).click()
  await expect(page.getByRole('textbox', { name: 'Carta' })).toBeVisible()
  await expect(page).toHaveURL(/\/write$/)
})

test('[2.21, 2.22, 2.23] three feature cards, the second with any address in Spain', async ({ page }) => {
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'Por qué Lacre' }).getByRole('listitem')
  await expect(cards.getByRole('heading', { level: 3 })).toHaveText([
    'Editor Intuitivo',
    'Envío Garantizado',
    '100% Seguro',
  ])
  await expect(cards.nth(1)).toContainText('a cualquier dirección de España')
})

test('[2.24, 2.25, 2.26] how it works, in three steps', async ({ page }) => {
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'Cómo funciona' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.nth(0)).toContainText(/Escriba su carta.*En el editor/s)
  await expect(steps.nth(1)).toContainText(/dirección de destino/)
  await expect(steps.nth(2)).toContainText(/Pague.*Nosotros hacemos el resto/s)
})

for (const who of ['a visitor', 'a signed-in person'])
  test(`[2.27, 2.28, 6.6] for ${who} «Comenzar ahora» leads to /write and asks for no session`, async ({
    page,
    server,
  }) => {
    if (who !== 'a visitor') await signIn(page, server, 'rosa@ejemplo.test')
    await visit(page, '/')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('link', { name: 'Comenzar ahora' }).click()
    await expect(page.getByRole('textbox', { name: 'Carta' })).toBeVisible()
    await expect(page).toHaveURL(/\/write$/)
    expect(asked.filter((path) => path.startsWith('/auth') || path === '/account')).toEqual([])
  })

test('[2.18, 9.9] at 768 px hero, cards and steps stand below each other, at 769 px side by side', async ({
  page,
}) => {
  await page.goto('/')
  const columns = async () => [
    await columnsOf(page, 'section:has(> div h1)'),
    await columnsOf(page, '[aria-labelledby=ventajas] ul'),
    await columnsOf(page, '[aria-labelledby=como-funciona] ol'),
  ]
  await page.setViewportSize({ width: 769, height: 900 })
  expect(await columns()).toEqual([2, 3, 3])
  await page.setViewportSize({ width: 768, height: 900 })
  expect(await columns()).toEqual([1, 1, 1])
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('[2.1, 2.13] the landing reads whole, its links lead on and the menu opens', async ({ page }) => {
    await page.goto('/')
    await expect(heading(page, hero)).toBeVisible()
    await page.getByRole('button', { name: 'Menú de la cuenta' }).click()
    await expect(page.locator('#menu').getByRole('link', { name: 'Registrarse' })).toBeVisible()
    await page.locator('#menu').getByRole('link', { name: 'Iniciar sesión' }).click()
    await expect(heading(page, 'Iniciar sesión')).toBeVisible()
    await page.goto('/')
    await page.getByRole('link', { name: 'Privacy policy' }).click()
    await expect(heading(page, 'Política de privacidad')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('artículo 18.3')
    await page.getByRole('link', { name: 'Lacre, ir al inicio' }).click()
    await page.getByRole('link', { name: 'Comenzar a escribir' }).click()
    await expect(page).toHaveURL(/\/write$/)
  })
})
