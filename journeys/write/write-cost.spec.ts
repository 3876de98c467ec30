import { openDesk, panelOf } from './at-the-editor.ts'
import { expect, test } from '../person/journey.ts'

const eye = { name: 'Ver el detalle de costes' }
const dialogName = { name: 'Detalle de costes' }

test('[2.47, 4.15, 4.16] Detalle de costes is closed until the eye opens it; Entendido and a click on the overlay close it', async ({
  page,
}) => {
  await openDesk(page)
  const dialog = page.getByRole('dialog', dialogName)
  await expect(dialog).toBeHidden()
  const closings = {
    Entendido: () => dialog.getByRole('button', { name: 'Entendido' }).click(),
    overlay: () => page.mouse.click(5, 5),
  }
  for (const close of Object.values(closings)) {
    await page.getByRole('button', eye).click()
    await expect(dialog.getByRole('heading')).toHaveText('Detalle de costes')
    await close()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', eye)).toBeFocused()
  }

  // Inside it is no overlay, nor is the end of a selection dragged out of it.
  await page.getByRole('button', eye).click()
  await dialog.getByRole('heading').click()
  await dialog.getByText('Franqueo nacional ordinario').hover()
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await expect(dialog).toBeVisible()
})

test('[2.48, 2.49, 2.50, 9.2, 9.3] it lists 0,89 € and 3,50 €, and the discount that makes them the 3,29 € of the panel (design.md#price-shown-is-charged)', async ({
  page,
}) => {
  await openDesk(page)
  await expect(panelOf(page)).toContainText('3,29 €')
  await page.getByRole('button', eye).click()
  const dialog = page.getByRole('dialog', dialogName)
  await expect(dialog).toBeVisible()
  const lines = await dialog
    .locator('dl > div')
    .evaluateAll((all) => all.map((line) => [...line.children].map((part) => part.textContent)))
  expect(lines.map((line) => line.map((part) => part?.replaceAll('\u00a0', ' ')))).toEqual([
    ['Franqueo nacional ordinario', '0,89 €'],
    ['Servicio (impresión, materiales, manipulación y franqueo)', '3,50 €'],
    ['Descuento de lanzamiento', '−1,10 €'],
    ['Total (IVA incluido)', '3,29 €'],
  ])
})
