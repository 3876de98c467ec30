import type { Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { freezeLetter } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'

const recipients = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')

test('more letters than a page, by keyboard: more at the end keeps the place, and a search finds one by what one remembers', async ({
  page,
  server,
}) => {
  const token = await signIn(page, server, 'muchas@ejemplo.test')
  for (let i = 1; i <= 23; i++)
    await freezeLetter(server, token, {
      to: { name: i === 1 ? 'José Ñíguez' : `Persona ${i}`, city: i === 1 ? 'Cádiz' : 'Toledo' },
    })

  await page.goto('/my-letters')
  await expect(recipients(page)).toHaveCount(20)
  await expect(recipients(page).first()).toContainText('Persona 23')
  const more = page.getByRole('button', { name: 'Ver más' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(recipients(page)).toHaveCount(23)
  await expect(recipients(page).nth(20)).toBeFocused()
  await expect(page.getByText('3 cartas más; 23 en total.')).toBeAttached()
  await expect(more).toHaveCount(0)

  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.getByLabel('Destinatario o ciudad').fill('niguez cadiz')
  await page.keyboard.press('Enter')
  await expect(recipients(page)).toHaveText([/José Ñíguez/])
  expect([page.url(), ...addresses].join()).not.toMatch(/niguez/i)

  await page.getByLabel('Destinatario o ciudad').fill('nadie')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Ninguna carta coincide con su búsqueda.')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar la búsqueda' }).click()
  await expect(recipients(page)).toHaveCount(20)

  await page.getByText('Por estado o por fecha').click()
  await page.getByLabel('Estado').selectOption('En camino')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Ninguna carta coincide con su búsqueda.')).toBeVisible()
  await page.getByLabel('Estado').selectOption('Sin pagar')
  await page.getByLabel('Hasta').fill('2020-01-01')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Ninguna carta coincide con su búsqueda.')).toBeVisible()
  await page.getByLabel('Hasta').fill('')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(recipients(page)).toHaveCount(20)
})

test('what cannot be loaded says so and can be tried again; an ended session leads to /login and says why', async ({
  page,
  server,
  consoleErrors,
}) => {
  const token = await signIn(page, server, 'fallos@ejemplo.test')
  const { id } = await freezeLetter(server, token)
  const detail = 'Ha ocurrido un error interno.'
  await page.route('**/letters/search', (route) => route.fulfill({ status: 500, json: { detail } }))
  await page.goto('/my-letters')
  await expect(page.getByRole('alert')).toHaveText(detail)
  await page.unroute('**/letters/search')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(recipients(page)).toHaveCount(1)

  await page.goto('/my-letters?carta=00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('alert')).toHaveText('No existe esta carta.')
  const ended = { status: 401, json: { detail: 'Inicie sesión para continuar.' } }
  await page.route(`**/letters/${id}`, (route) => route.fulfill(ended))
  await page.goto(`/my-letters?carta=${id}`)
  await expect(page).toHaveURL(`/login?motivo=sesion&carta=${id}`)
  await expect(page.getByText('Su sesión ha caducado')).toBeVisible()
  allow(consoleErrors, /status of (500|404|401)/)
})
