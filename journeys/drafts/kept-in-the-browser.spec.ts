import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { heading, visit } from '../person/visit.ts'
import { editAddress, recipient, sender } from '../write/write-a-letter.ts'

/** The keys of design/writing.md#local-storage-keys, by what the specification calls them. */
const keys = {
  token: 'token',
  draft: 'letterContent',
  pendingLetter: 'pendingLetter',
  addresses: ['originAddress', 'destinationAddress'],
  theme: 'theme',
}

test('[3.13, 3.14, 3.15, 3.16, 3.17, 3.28] the local storage holds the specified entries, each in its form, and no other', async ({
  page,
  server,
}) => {
  const entries = () =>
    page.evaluate<Record<string, string>>(() => Object.fromEntries(Object.entries(localStorage)))
  await visit(page, '/write')
  await page.getByRole('textbox', { name: 'Carta' }).click()
  await page.keyboard.insertText('Querida Ana')
  await editAddress(page, 'Remite', sender)
  await editAddress(page, 'Destinatario', recipient)
  const written = await entries()
  expect(written[keys.draft]).toBe('<p>Querida Ana</p>')
  expect(JSON.parse(written.originAddress ?? '')).toEqual(sender)
  expect(JSON.parse(written.destinationAddress ?? '')).toEqual(recipient)

  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(heading(page, 'Iniciar sesión')).toBeVisible()
  expect(JSON.parse((await entries())[keys.pendingLetter] ?? '')).toEqual({
    content: '<p>Querida Ana</p>',
    originAddress: sender,
    destinationAddress: recipient,
  })

  const token = await signIn(page, server, 'ines@ejemplo.test')
  await visit(page, '/profile')
  await page.getByRole('radio', { name: 'Oscuro' }).check()
  const all = await entries()
  expect([all[keys.token], all[keys.theme]]).toEqual([token, 'dark'])
  // The server's own: which tab wrote last, so that none overwrites the other (design/writing.md#newer-text-wins).
  delete all.letterVersion
  // And which fonts this browser has (design/writing.md#local-storage-keys).
  delete all.fonts
  expect(Object.keys(all).toSorted()).toEqual(Object.values(keys).flat().toSorted())
})
