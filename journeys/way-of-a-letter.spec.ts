import { readFileSync } from 'node:fs'
import { allow, expect, test } from './person/journey.ts'
import { fontsMissing, piecesOf, textOf } from './person/pdf.ts'
import { linkFromMail, payWith, register } from './person/person.ts'
import { editAddress, recipient, sender, words, writeLetter } from './write/write-a-letter.ts'
import { tokenKept } from './person/sign-in.ts'
import { lettersOf } from './person/paid-letter.ts'
import { closeBatch, pdfOf, sha256 } from './print-room/in-the-print-room.ts'

const person = { email: 'begona@ejemplo.test', password: 'una frase bastante larga' }

test.use({ serverName: 'way-of-a-letter' })

test('from the first word to paper: write, register, verify, log in, pay, print, post @engines @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Comenzar a escribir' }).click()
  await writeLetter(page)
  await editAddress(page, 'Remite', sender)
  await editAddress(page, 'Destinatario', recipient)
  const written = await page.evaluate(() => localStorage.getItem('letterContent'))

  // Without a token Enviar keeps everything and leads to /login (specification, section 4).
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('link', { name: 'Registrate aqui' }).click()
  await register(page, person)
  await page.goto(await linkFromMail(server, person.email, /confirm|verif/i))
  await expect(page.getByText('Email Verified!')).toBeVisible()
  // Registering has signed in: /login asks for nothing once more.
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL(/\/write$/)
  await expect(page.getByRole('textbox', { name: 'Carta' })).toContainText(words.heading)
  await expect(page.getByRole('region', { name: 'Destinatario' })).toContainText(recipient.name)

  // A refused card leaves the form usable; then the letter is paid.
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await expect(dialog).toContainText('3,29 €')
  expect(await page.evaluate(() => localStorage.getItem('letterContent'))).toBe(written)
  allow(consoleErrors, /status of 402/)
  await payWith(page, '4000 0000 0000 0002')
  await expect(dialog.getByRole('alert')).toContainText('rechazada')
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)
  await expect(page.getByRole('heading', { name: '¡Pedido realizado con éxito!' })).toBeVisible()
  // Once the server has said that it is paid (design/writing.md#success-archives-first).
  await expect
    .poll(() => page.evaluate(() => [localStorage.letterContent, localStorage.pendingLetter]))
    .toEqual([undefined, undefined])

  // The receipt names the hash of the very file that is printed.
  const mailed = async (subject: string) =>
    (await server.mailbox()).filter((mail) => mail.subject.startsWith(subject))
  const receipt = 'Recibo de su carta (pedido '
  await expect.poll(async () => (await mailed(receipt)).map(({ to }) => to)).toEqual([person.email])
  const token = (await tokenKept(page)) ?? ''
  const [letter] = await lettersOf<{ id: string; hash: string }>(server, token)
  const hash = sha256(await pdfOf(server, { ...letter!, token }))
  expect(hash.startsWith(letter!.hash)).toBe(true)
  expect((await mailed(receipt))[0]!.text).toContain(letter!.hash)

  // The print room: what was written is on paper, in the window, with its fonts inside.
  const batch = await closeBatch(server)
  const text = await textOf(batch.pdf)
  for (const word of Object.values(words)) expect(text).toContain(word)
  const [first] = await piecesOf(batch.pdf)
  const block = first!.filter(({ x, y }) => x > 20 && x < 95 && y > 60 && y < 86)
  expect(block.map((piece) => piece.text).join(' ')).toContain('CONCEPCIÓN MUÑOZ PEÑALVER')
  expect(block.map((piece) => piece.text).join(' ')).toContain('06700 VILLANUEVA DE LA SERENA')
  for (const piece of block) expect(piece.x + piece.width).toBeLessThanOrEqual(91.1)
  expect(await fontsMissing(batch.pdf)).toEqual([])
  expect(readFileSync(batch.csv, 'utf8')).toContain(hash)

  await server.lacre('posted', batch.name)
  const posted = 'Su carta ya está en camino'
  await expect.poll(async () => (await mailed(posted)).map(({ to }) => to)).toEqual([person.email])
})
