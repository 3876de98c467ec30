import type { Address } from '@lacre/letter/address/address.ts'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { paste } from './at-the-editor.ts'
import { photo } from './photo.ts'

export const words = {
  heading: 'Noticias del otoño',
  bold: 'descanso absoluto',
  quote: 'Quien escribe lee dos veces.',
  code: 'total = 412 * 3.25',
  coloured: 'anacrónica',
  link: 'esta página',
  bullet: 'Un frasco de miel de brezo',
  numbered: 'Confirmar el tren de las 10:45',
  last: 'Os esperamos en Navidad, Begoña',
}

const paragraph =
  'Te escribo esta carta porque hay cosas que no caben en un mensaje. Desde que nos trasladamos a Villanueva de la Serena, los niños preguntan constantemente por vosotros y por aquellas interminables sobremesas de agosto en el patio, cuando el abuelo contaba otra vez la historia del puente. '

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formato' }).getByRole('button', { name, exact: true })

/** A two-page letter with every kind of thing the toolbar has, typed and clicked as a person would. */
export async function writeLetter(page: Page) {
  const letter = page.getByRole('textbox', { name: 'Carta' })
  await letter.click()
  await page.getByRole('button', { name: 'Formato' }).click()
  const type = (text: string) => page.keyboard.insertText(text)
  const enter = () => page.keyboard.press('Enter')
  const within = async (name: string, text: string) => {
    await tool(page, name).click()
    await type(text)
    await tool(page, name).click()
  }

  await tool(page, 'Heading 1').click()
  await type(words.heading)
  await enter()
  await tool(page, 'Normal').click()
  await type(paragraph)
  await within('Negrita', words.bold)
  await type(', de modo que hemos aplazado el viaje. ')
  await within('Cursiva', 'Nada grave')
  await type('. La correspondencia parece ')
  await within('Subrayado', 'hoy')
  await type(' ')
  await colour(page, 'Color del texto', /rojo|granate/i)
  await type(words.coloured)
  await colour(page, 'Color del texto', /negro|sin color|automático|tinta|ninguno/i)
  await type(', lo leí en ')
  await type(words.link)
  for (const _ of words.link) await page.keyboard.press('Shift+ArrowLeft')
  await tool(page, 'Enlace').click()
  await page.getByLabel('Dirección del enlace').fill('https://www.rae.es/')
  await page.getByRole('button', { name: 'Poner enlace' }).click()
  await letter.press('Control+End')
  await enter()

  for (const [list, items] of [
    ['Lista con viñetas', [words.bullet, 'Dos quesos de Zamora']],
    ['Lista numerada', ['Llamar al ayuntamiento', words.numbered]],
  ] as const) {
    await tool(page, list).click()
    for (const item of items) {
      await type(item)
      await enter()
    }
    await enter()
  }
  await tool(page, 'Cita').click()
  await type(words.quote)
  await enter()
  await enter()
  await tool(page, 'Bloque de código').click()
  await type(words.code)
  await page.keyboard.press('Control+Enter')
  await pastePhoto(page)
  for (let i = 0; i < 9; i++) {
    await type(paragraph)
    await enter()
  }
  await type(words.last)
}

async function colour(page: Page, drawer: string, name: RegExp) {
  await tool(page, drawer).click()
  await page.getByRole('toolbar', { name: drawer }).getByRole('button', { name }).first().click()
}

/** Put on the clipboard by the page itself, as a browser does when one copies a picture. */
export async function pastePhoto(page: Page) {
  const base64 = (await photo()).toString('base64')
  const before = await page.locator('.ProseMirror img:not(.ProseMirror-separator)').count()
  await paste(page, { files: [{ base64, name: 'puente.jpg', type: 'image/jpeg' }] })
  await expect(page.locator('.ProseMirror img:not(.ProseMirror-separator)')).toHaveCount(before + 1)
}

export async function editAddress(
  page: Page,
  block: 'Remite' | 'Destinatario',
  fields: Record<string, string>,
) {
  await page.getByRole('region', { name: block }).getByRole('button', { name: 'Editar' }).click()
  const dialog = page.getByRole('dialog')
  for (const [name, value] of Object.entries(fields)) await dialog.locator(`[name=${name}]`).fill(value)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
}

/** A letter to this recipient as the browser keeps it, without its text if none is given. */
export const keptLetter = (letterContent?: string, to: Address = recipient): Record<string, string> => ({
  ...(letterContent && { letterContent }),
  originAddress: JSON.stringify(sender),
  destinationAddress: JSON.stringify(to),
})

export const sender = {
  name: 'Begoña Ibáñez Núñez',
  street: 'Calle de Alcalá 112, 3.º B',
  city: 'Madrid',
  state: '',
  postalCode: '28009',
  country: 'España',
}
export const recipient = {
  name: 'Concepción Muñoz Peñalver',
  street: 'Calle de la Constitución 48, 2.º A',
  city: 'Villanueva de la Serena',
  state: '',
  postalCode: '06700',
  country: 'España',
}
