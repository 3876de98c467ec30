import { expect, test } from '../person/journey.ts'
import { visit } from '../person/visit.ts'

const lists = new URL('../../web/src/write/recipients/testing/lists/', import.meta.url)
const two = ['Íñigo Muñoz', 'Begoña Núñez']
const neighbours = ['Aurora Tejedor', 'Bruno Salvatierra']

test('lists are chosen, shown and taken under the page’s policy; their readers come no earlier (design/sending.md#several-recipients)', async ({
  page,
}) => {
  const readers: string[] = []
  page.on('request', (request) => {
    if (/open-file|read-rows/.test(request.url())) readers.push(request.url())
  })
  await visit(page, '/write')
  const dialog = page.getByRole('dialog', { name: 'Destinatarios' })
  await page.getByRole('button', { name: 'Enviar a varias personas' }).click()
  for (const [name, people] of [
    ['windows-1252.csv', two],
    ['excel-unicode-text-utf16le.txt', two],
    ['list.xlsx', two],
    ['contacts.vcf', neighbours],
  ] as const)
    await test.step(name, async () => {
      await dialog.getByText('Pegar una lista o abrir un archivo').click()
      if (name === 'windows-1252.csv') expect(readers).toEqual([])
      await dialog
        .getByLabel('O un archivo CSV, de Excel o de contactos:')
        .setInputFiles(new URL(name, lists).pathname)
      await expect(dialog.getByRole('heading', { name: `${name}: 2 personas` })).toBeFocused()
      const shown = dialog.getByRole('region', { name: `${name}: 2 personas` })
      for (const one of people)
        await expect(shown.getByRole('listitem').filter({ hasText: one })).toBeVisible()
      await dialog.getByRole('button', { name: 'Añadir 2 personas' }).click()
      await expect(
        dialog.getByRole('status').filter({ hasText: /2 destinatarios añadidos|Ya estaban/ }),
      ).toBeVisible()
    })
  expect(readers).not.toEqual([])
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(page.getByRole('complementary', { name: 'Envío' })).toContainText('y 3 más: 4 destinatarios')
})
