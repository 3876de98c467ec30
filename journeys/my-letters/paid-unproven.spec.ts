import { expect, test } from '../person/journey.ts'
import { payLetter, tokenOf } from '../person/paid-letter.ts'
import { register } from '../person/person.ts'
import { tokenKept } from '../person/sign-in.ts'
import { heading, visit } from '../person/visit.ts'
import { recipient } from '../write/write-a-letter.ts'

const email = 'mal.escrito@ejemplo.test'
const password = 'una frase de quien se equivocó'
const name = /^Pagada con su correo, antes de que usted lo confirmara/

test('a letter paid with a mistyped address is figures to who owns the mailbox, and stays a letter to who wrote it (design/accounts.md#paid-unproven) @core', async ({
  page,
  server,
  browser,
}) => {
  await visit(page, '/register')
  await register(page, { email, password })
  const letter = await payLetter(server, (await tokenKept(page)) ?? '', {
    content: '<p>Querida tía: zarzamora.</p>',
  })

  await test.step('its owner sees how it goes and the receipt, and nothing to press that would be refused', async () => {
    const owner = await (await browser.newContext({ baseURL: server.url })).newPage()
    const token = await tokenOf(server, email)
    await owner.addInitScript((kept) => localStorage.setItem('token', kept), token)
    await owner.goto('/my-letters')
    const row = owner.getByRole('link', { name })
    await expect(row).toBeVisible()
    await row.click()
    await expect(owner.getByText('no se muestran ni su texto ni a quién va')).toBeVisible()
    await expect(owner.getByRole('heading', { name: 'Recibo' })).toBeVisible()
    await expect(owner.getByRole('article').getByRole('button')).toHaveText([
      'Recibo y factura',
      'Imprimir el recibo',
      /^Descargar la factura simplificada/,
    ])
    await expect(owner.getByRole('main')).not.toContainText(new RegExp(`zarzamora|${recipient.name}`))
    await owner.context().close()
  })

  await test.step('the password of then leads to the letter, which can be cancelled', async () => {
    await page.evaluate(() => localStorage.removeItem('token'))
    await visit(page, '/login')
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).last().click()
    await expect(page).toHaveURL(/\/my-letters$/)
    await expect(page.getByText('Otra persona ha confirmado este correo')).toBeVisible()
    await page.locator(`#carta-${letter.id}`).click()
    await expect(heading(page, `Carta para ${recipient.name}`)).toBeVisible()
    await page.getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar y devolver el dinero' }).click()
    await expect(page.getByText('La carta se ha cancelado.')).toBeVisible()
  })
})
