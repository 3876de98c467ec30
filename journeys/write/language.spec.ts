import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { keepInBrowser, letterOf, openWritePage, stored } from './at-the-editor.ts'

const catalan =
  '<p>Estimada Núria: fa dies que no sabem res de tu i la mare pregunta cada vespre per què.</p>'

test('the letter’s language is found, shown and changed, and it is sent in it (design/paper.md#language-of-a-letter)', async ({
  page,
  server,
}) => {
  const sent: CreateLetterBody[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('?pdf=no')) sent.push(request.postDataJSON() as CreateLetterBody)
  })
  await signIn(page, server, 'idioma@ejemplo.test')
  await keepInBrowser(page, { letterContent: catalan })
  await openWritePage(page)
  await expect(letterOf(page)).toHaveAttribute('lang', 'ca')
  await expect.poll(() => sent.at(-1)).toMatchObject({ language: 'ca' })
  expect(await stored(page, 'letterStyle')).toBeNull()

  await page.getByRole('button', { name: 'Estilo de la carta', exact: true }).click()
  const choice = page.getByRole('combobox', { name: 'Idioma de la carta' })
  await expect(choice.locator('option:checked')).toHaveText('Catalán, por el texto')
  await choice.selectOption('Castellano')
  await expect(letterOf(page)).toHaveAttribute('lang', 'es')
  await expect.poll(() => sent.at(-1)).not.toHaveProperty('language')
  await page.reload()
  await expect(letterOf(page)).toHaveAttribute('lang', 'es')
  expect(await stored(page, 'letterStyle')).toBe('es')

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Estilo de la carta', exact: true }).click()
  await choice.selectOption('Euskera')
  await expect(letterOf(page)).toHaveAttribute('lang', 'eu')
  await expect.poll(() => sent.at(-1)).toMatchObject({ language: 'eu' })
  await choice.selectOption('Catalán, por el texto')
  await expect(letterOf(page)).toHaveAttribute('lang', 'ca')
  await page.keyboard.press('Escape')

  await letterOf(page).press('ControlOrMeta+a')
  await page.keyboard.type(
    'Querida Elena: te escribo desde Málaga, donde ha llovido toda la semana y hace frío.',
  )
  await expect(letterOf(page)).toHaveAttribute('lang', 'es')
})
