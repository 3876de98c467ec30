import { page, userEvent } from 'vitest/browser'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../styles/site.css'
import { Form } from '../ui/field.tsx'
import { EnterCode } from './code-sign-in.tsx'
import { EmailField } from './email-field.tsx'

const onSubmit = vi.fn()
afterEach(() => {
  vi.restoreAllMocks()
  onSubmit.mockReset()
})
const SignIn = () => (
  <Form onSubmit={({ email }) => onSubmit(email)}>
    <EmailField />
    <input aria-label="Otro" />
    <button>Enviar</button>
  </Form>
)
const field = () => page.getByLabelText('Correo electrónico')
const asked = () => page.getByRole('button', { name: '¿Quería decir ana@gmail.com?' })

test.each([
  'ana@correo.example\u200b',
  'ana@correo.example\u00a0',
  'ana\u00ad@correo.example',
  '<ana@correo.example>',
  'Ana Cal <ana@correo.example>',
  'mailto:ana@correo.example',
  'ana@correo.example,',
])('%j is sent as ana@correo.example', async (written) => {
  await render(<SignIn />)
  await field().fill(written)
  await page.getByRole('button', { name: 'Enviar' }).click()
  expect(onSubmit.mock.calls).toEqual([['ana@correo.example']])
})

test('asks about a typing mistake without blocking; one press corrects it', async () => {
  await render(<SignIn />)
  await field().fill('ana@gmial.com')
  await expect.element(asked()).toBeVisible()
  await page.getByRole('button', { name: 'Enviar' }).click()
  expect(onSubmit.mock.calls).toEqual([['ana@gmial.com']])
  await asked().click()
  await expect.element(field()).toHaveValue('ana@gmail.com')
  await expect.element(field()).toHaveFocus()
  await expect.element(asked()).not.toBeInTheDocument()
})

test('asks about an unfinished address only after leaving the field', async () => {
  await render(<SignIn />)
  await field().click()
  await userEvent.keyboard('ana@gmail.co')
  await expect.element(asked()).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(asked()).toBeVisible()
  await field().click()
  await userEvent.keyboard('m')
  await expect.element(asked()).not.toBeInTheDocument()
})

test('the code screen asks about a mistyped address too; full-width digits are accepted', async () => {
  const calls = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('{}', { status: 400 }))
  await render(<EnterCode email="ana@gmail.es" onError={vi.fn()} onEntered={vi.fn()} />)
  await expect.element(page.getByText(/¿Quería decir ana@gmail\.com\? Pida otro código\./)).toBeVisible()
  await page.getByLabelText('Código').fill('Su código de Lacre es １２３ ４５６')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect.poll(() => calls.mock.lastCall?.[1]?.body).toBe('{"email":"ana@gmail.es","code":"123456"}')
})
