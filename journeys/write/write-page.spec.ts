import { blockOf, box, letterOf, openWritePage, panelOf, sendOf } from './at-the-editor.ts'
import { expect, test } from '../person/journey.ts'

test('[2.2, 2.29, 2.37, 2.41, 9.15] /write: the editor card under a date heading at the left, a side panel of at most 350 px at the right', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openWritePage(page)
  await expect(page).toHaveURL(/\/write$/)
  const heading = await box(page.getByRole('heading', { level: 1 }))
  const letter = await box(letterOf(page))
  const panel = await box(panelOf(page))
  expect(heading.bottom).toBeLessThanOrEqual(letter.y)
  expect(letter.right).toBeLessThan(panel.x)
  expect(panel.width).toBe(350)

  const send = await box(sendOf(page))
  expect([send.x, send.width]).toEqual([panel.x, panel.width])
  await page.setViewportSize({ width: 1800, height: 900 })
  expect((await box(panelOf(page))).width).toBe(350)
})

test('[6.1] an anonymous visitor writes, edits addresses and sees landing, static pages, login and register', async ({
  page,
}) => {
  const screens = {
    '/': 'Envía cartas personales de forma fácil y rápida',
    '/about-us': /./,
    '/privacy-policy': /./,
    '/terms-of-use': /./,
    '/login': 'Iniciar sesión',
    '/register': 'Crear cuenta',
  }
  for (const [path, heading] of Object.entries(screens)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveURL(path)
  }
  await openWritePage(page)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await letterOf(page).click()
  await page.keyboard.type('Querida Concepción:')
  await expect(letterOf(page)).toHaveText('Querida Concepción:')
  await blockOf(page, 'Destinatario').getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('dialog').locator('[name=city]').fill('Alcalá de Henares')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(blockOf(page, 'Destinatario')).toContainText('Alcalá de Henares')
})
