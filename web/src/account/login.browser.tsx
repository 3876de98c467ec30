import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { renderAt } from '../testing/render-at.tsx'
import ForgotPassword from './forgot-password.tsx'
import Login from './login.tsx'
import Register from './register.tsx'
import ResetPassword from './reset-password.tsx'
import { letterWaits } from './enter.ts'

afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '')
})

/** A stubbed server: no /config, and the call answers as given. */
async function logIn(answer: () => Response | Promise<Response>, searchPath = '') {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) =>
    path === '/auth/login' ? answer() : new Response('', { status: 404 }),
  )
  const { history } = await renderAt(<Login />, '/login', searchPath)
  await screen.getByLabelText('Correo electrónico').fill('ana@ejemplo.test')
  await screen.getByLabelText('Contraseña').fill('x')
  await screen.getByRole('button', { name: 'Iniciar sesión' }).click()
  return history
}

test('[5.15] login: success keeps the token and goes to /write; a short password is not checked (specification, section 5)', async () => {
  const places = await logIn(() => Response.json({ access_token: 'abc' }))
  await expect.poll(() => places).toEqual(['/login', '/write'])
  expect(localStorage.getItem('token')).toBe('abc')
})

test('login: the password of an unproven account leads to its paid letters (design/accounts.md#paid-unproven)', async () => {
  const places = await logIn(() => Response.json({ access_token: 'abc', only_paid_letters: true }))
  await expect.poll(() => places.at(-1)).toBe('/my-letters')
})

test('login: coming from a mailed link leads back to that letter (design/sending.md#expired-session)', async () => {
  const places = await logIn(() => Response.json({ access_token: 'abc' }), 'carta=a%26b://c.es')
  await expect.poll(() => places.at(-1)).toBe('/my-letters?carta=a%26b%3A%2F%2Fc.es')
})

test.each([
  ['the detail of the server', Response.json({ detail: 'No.' }, { status: 401 }), 'No.'],
  ['Login failed without one', new Response('', { status: 500 }), 'Login failed'],
  ['nothing of a page', new Response('<h1>unseen</h1>', { status: 502 }), 'Login failed'],
  [
    'nothing but a sentence',
    Response.json({ detail: [{ msg: 'unseen' }], message: 'unseen' }, { status: 422 }),
    'Login failed',
  ],
  ['nothing beside it', Response.json({ detail: 'Así no.', code: 'unseen' }, { status: 403 }), 'Así no.'],
])(
  '[8.3, 8.14, 8.15] login: a failure shows %s above the form (specification, section 8)',
  async (_, answer, text) => {
    await logIn(() => answer)
    const alert = screen.getByRole('alert')
    await expect.element(alert).toHaveTextContent(text)
    const form = document.querySelector('form')
    expect(form && alert.element().compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await expect.element(screen.getByLabelText('Correo electrónico')).toHaveValue('ana@ejemplo.test')
    expect(document.body.textContent).not.toContain('unseen')
    expect(localStorage.getItem('token')).toBeNull()
  },
)

test('login: the button is busy during the call', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  await logIn(() => promise)
  await expect.element(screen.getByRole('button', { name: 'Procesando...' })).toBeDisabled()
  resolve(new Response('', { status: 500 }))
  await expect.element(screen.getByRole('button', { name: 'Iniciar sesión' })).toBeEnabled()
})

test.each([
  ['/login', <Login key="login" />],
  ['/register', <Register key="register" />],
])('%s says that a letter is waiting, and only then', async (path, shown) => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 404 }))
  const said = screen.getByText(letterWaits)
  const { unmount } = await renderAt(shown, path)
  await expect.element(screen.getByLabelText('Correo electrónico')).toBeVisible()
  await expect.element(said).not.toBeInTheDocument()
  await unmount()
  localStorage.setItem('pendingLetter', '{}')
  await renderAt(shown, path)
  await expect.element(said).toBeVisible()
})

test('with a waiting letter /login begins with the code; the sixth digit submits', async () => {
  const asked: [unknown, unknown][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((path, init) => {
    if (path === '/config') return Promise.resolve(new Response('', { status: 404 }))
    asked.push([path, JSON.parse((init?.body as string | undefined) ?? 'null')])
    return Promise.resolve(Response.json({ detail: 'El código no es correcto.' }, { status: 400 }))
  })
  localStorage.setItem('pendingLetter', '{}')
  const first = await renderAt(<Login />, '/login')
  await expect.element(screen.getByRole('button', { name: 'Enviarme un código' })).toBeVisible()
  await expect.element(screen.getByLabelText('Correo electrónico')).toHaveFocus()
  await expect.element(screen.getByRole('link', { name: 'Registrate aqui' })).toBeVisible()
  await screen.getByRole('button', { name: 'Usar una contraseña' }).click()
  await expect.element(screen.getByLabelText('Contraseña')).toBeVisible()
  await first.unmount()

  history.replaceState({ codeSentTo: 'ana@ejemplo.test' }, '')
  await renderAt(<Login />, '/login')
  await screen.getByLabelText('Código').fill('602 96')
  await screen.getByLabelText('Código').fill('602 961')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('El código no es correcto.')
  const entered = asked.filter(([path]) => path === '/auth/code/login')
  expect(entered).toEqual([['/auth/code/login', { email: 'ana@ejemplo.test', code: '602961' }]])
})

test.each([
  ['/forgot-password', <ForgotPassword key="forgot" />, 'Enviar el enlace', /^No se ha podido enviar/],
  ['/reset-password', <ResetPassword key="reset" />, 'Guardar la contraseña', /^No se ha podido cambiar/],
])(
  '%s: without a detail its own sentence is shown, and one may try again',
  async (path, shown, press, says) => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 500 }))
    history.replaceState({ token: 'uno' }, '')
    await renderAt(shown, path)
    for (const field of document.querySelectorAll('input'))
      await screen.elementLocator(field).fill(field.type === 'email' ? 'ana@ejemplo.test' : 'una frase larga')
    await screen.getByRole('button', { name: press }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(says)
    await expect.element(screen.getByRole('button', { name: press })).toBeEnabled()
  },
)

test('/reset-password without its token says so, sends nothing, and leads to another link', async () => {
  const calls = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 404 }))
  const { history: places } = await renderAt(<ResetPassword />, '/reset-password')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^El enlace está incompleto\./)
  for (const field of document.querySelectorAll('input'))
    await screen.elementLocator(field).fill('una frase larga')
  await screen.getByRole('button', { name: 'Guardar la contraseña' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^El enlace está incompleto\./)
  expect(calls.mock.calls.map(([path]) => path)).not.toContain('/auth/reset-password')
  await screen.getByRole('link', { name: 'Pedir otro enlace' }).click()
  await expect.poll(() => places.at(-1)).toBe('/forgot-password')
})

test('different passwords: the error is in view above the form and at the field', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 404 }))
  await renderAt(<Register />, '/register')
  await screen.getByLabelText('Correo electrónico').fill('ana@ejemplo.test')
  await screen.getByLabelText('Contraseña', { exact: true }).fill('una frase larga')
  await screen.getByLabelText('Confirmar contraseña').fill('otra frase larga')
  const { form } = screen.getByLabelText('Confirmar contraseña').element() as HTMLInputElement
  for (const _ of [1, 2]) {
    const spacer = document.body.insertBefore(document.createElement('div'), document.body.firstChild)
    spacer.style.height = '2000px'
    scrollTo(0, 0)
    form?.requestSubmit()
    await expect.element(screen.getByRole('alert').first()).toBeInViewport()
    spacer.remove()
  }
  await expect
    .element(screen.getByLabelText('Confirmar contraseña'))
    .toHaveAccessibleDescription('Las contraseñas no coinciden')
})
