import { afterEach, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { batchOf, overviewOf } from './testing/rows.ts'
import { answer, openConsole } from './testing/sandbox-room.tsx'

afterEach(() => void vi.restoreAllMocks())

const dialog = screen.getByRole('dialog', { name: 'Confirme que es usted' })
const code = screen.getByLabelText('Código de su aplicación')
const refuse = (reason: string) => answer({ detail: 'Confirme otra vez que es usted.', code: reason }, 403)
const file = () =>
  new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="B0002.pdf"' } })

/** A console that demands the code 123456 before a download. */
async function openGuarded() {
  let isProven = false
  const { asked, calls } = await openConsole({
    'GET /overview': answer(overviewOf({ newest: [batchOf('B0002')] })),
    'POST /batches/B0002/pdf': () => (isProven ? file() : refuse('factor-again')()),
    'POST /operator/factor/options': answer({ passkey: null, hasTotp: true }),
    'POST /operator/factor': () => {
      isProven = JSON.stringify(asked.at(-1)?.body).includes('123456')
      return isProven ? Response.json({ message: 'ok' }) : refuse('factor-refused')()
    },
  })
  await screen.getByRole('button', { name: 'Descargar el PDF de B0002' }).click()
  await expect.element(screen.getByRole('radio', { name: 'Para imprimir' })).toBeChecked()
  await screen.getByRole('button', { name: 'Descargar', exact: true }).click()
  return { downloads: () => calls().filter((call) => call.endsWith('/pdf')).length }
}

test('the pressed action continues once the factor is given, by keyboard', async () => {
  const { downloads } = await openGuarded()
  await expect.element(code).toHaveFocus()
  await userEvent.keyboard('000000{Enter}')
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  expect(downloads()).toBe(1)
  // The result of this attempt replaces the last one.
  await userEvent.keyboard('12{Enter}')
  await expect.element(dialog.getByText('Escriba las seis cifras que ve en su aplicación.')).toBeVisible()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await userEvent.keyboard('3 456{Enter}')
  await expect.element(screen.getByText('B0002.pdf descargado.')).toBeInTheDocument()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(downloads()).toBe(2)
  await expect.element(screen.getByRole('button', { name: 'Descargar el PDF de B0002' })).toHaveFocus()
})

test('without the factor the action is refused, and the view stays', async () => {
  const { downloads } = await openGuarded()
  await expect.element(code).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByText('Confirme otra vez que es usted.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(downloads()).toBe(1)
})
