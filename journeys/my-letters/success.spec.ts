import { stored } from '../write/at-the-editor.ts'
import { expect, test } from '../person/journey.ts'
import { payWith, signIn } from '../person/person.ts'
import { heading, visit } from '../person/visit.ts'
import { editAddress, recipient } from '../write/write-a-letter.ts'

const title = '¡Pedido realizado con éxito!'
test('[2.6, 2.73, 2.74, 2.75] a paid letter ends on /success, and the next one begins on an empty sheet @core', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'victor@ejemplo.test')
  await visit(page, '/write')
  await page.getByRole('textbox', { name: 'Carta' }).click()
  await page.keyboard.insertText('Querido hermano: esto llega en papel.')
  await editAddress(page, 'Destinatario', recipient)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(heading(page, title)).toBeFocused()
  await expect(page).toHaveURL(/\/success$/)
  await expect(page.getByRole('main')).toContainText('se está procesando y se enviará pronto')
  // Design, 2.14: the status update comes by e-mail.
  await expect(page.getByRole('main')).toContainText('Le avisaremos por correo electrónico')
  // To whom, when, and until when it can be called back: once the server knows it as paid.
  const facts = page.getByRole('main').locator('dl')
  await expect(facts).toContainText(`${recipient.name}, ${recipient.city}`)
  await expect(facts).toContainText(/Fecha estimada de llegada\d{1,2} de \p{L}+ de 20\d\d/u)
  await expect(facts).toContainText(/Puede cancelarlaHasta .+ a las? \d+:\d\d/)
  await page.reload()
  await expect(facts).toContainText(recipient.name)
  await page.getByRole('link', { name: 'Ver la carta' }).click()
  await expect(heading(page, `Carta para ${recipient.name}`)).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Escribir otra carta' }).click()
  await expect(page).toHaveURL(/\/write$/)
  await expect(page.getByRole('textbox', { name: 'Carta' })).toHaveText('')

  // Coming back to the same order, or reading it again, is no second one: the next letter stays.
  await page.getByRole('textbox', { name: 'Carta' }).fill('La siguiente')
  await expect.poll(() => stored(page, 'letterContent')).toBe('<p>La siguiente</p>')
  await page.goBack()
  await expect(heading(page, title)).toBeVisible()
  await page.reload()
  await expect(heading(page, title)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('textbox', { name: 'Carta' })).toHaveText('La siguiente')
})

test('the envelope closes with its seal, and is so from the start where motion is unwelcome (WCAG 2.3.3)', async ({
  page,
}) => {
  const moving = () =>
    page
      .locator('main section > [aria-hidden] :is(path, g, span)')
      .evaluateAll((parts) => parts.filter((part) => getComputedStyle(part).animationName !== 'none').length)
  await visit(page, '/success')
  await expect(heading(page, title)).toBeVisible()
  expect(await moving()).toBe(4)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving()).toBe(0)
})
