import { freezeLetter } from '../person/paid-letter.ts'
import type { Browser } from './browser.ts'
import { expect, signIn, test } from './journey.ts'

const dialog = 'dialog[open]'

/** Holds the next such call until `refuse` is called, which refuses it. */
const holdCall = (safari: Browser, method: string) =>
  safari.run((held) => {
    const real = window.fetch
    window.fetch = (path, options) =>
      options?.method === held
        ? new Promise((answer) => {
            window.fetch = real
            const refused = Response.json({ detail: 'Ahora no se puede hacer.' }, { status: 409 })
            document.addEventListener('refuse', () => answer(refused), { once: true })
          })
        : real(path, options)
  }, method)

/** Presses Enter; the focus stays on `name` while the call is out. Then the call is refused. */
async function enterRefused(safari: Browser, method: string, name: RegExp) {
  await holdCall(safari, method)
  await safari.press('Enter')
  await expect.poll(() => safari.run(() => document.querySelectorAll('[aria-busy=true]').length)).toBe(1)
  expect(await safari.focused()).toMatch(name)
  await safari.run(() => void document.dispatchEvent(new Event('refuse')))
  await expect.poll(() => safari.text(`${dialog} [role=alert]`)).toBe('Ahora no se puede hacer.')
}
/** By keyboard, since what is still loading may move it from under the pointer. */
async function focusButton(safari: Browser, words: string, within = dialog) {
  await safari.find('button', words, within)
  await safari.run(
    (name, where) => {
      const buttons = document.querySelectorAll<HTMLElement>(`${where} button`)
      ;[...buttons].find(({ textContent }) => textContent === name)?.focus()
    },
    words,
    within,
  )
}

test('erasing the account keeps the focus, busy and refused (WCAG 2.4.3)', async ({ safari, server }) => {
  await signIn(safari, server, 'foco-borra-safari@ejemplo.test')
  await safari.goto('/profile')
  await focusButton(safari, 'Borrar mi cuenta', 'main')
  await safari.press('Enter')
  await safari.fill('Escriba BORRAR para confirmarlo', 'BORRAR', dialog)
  const field = /^Escriba BORRAR/
  await enterRefused(safari, 'DELETE', field)
  expect(await safari.focused()).toMatch(field)
  const button = /^(Borrar para siempre|Borrando\.\.\.)$/
  await focusButton(safari, 'Borrar para siempre')
  await enterRefused(safari, 'DELETE', button)
  await expect.poll(() => safari.focused()).toMatch(button)
})

test('cancelling a letter keeps the focus, and its refusal takes it (WCAG 2.4.3)', async ({
  safari,
  server,
}) => {
  const token = await signIn(safari, server, 'foco-cancela-safari@ejemplo.test')
  const { id } = await freezeLetter(server, token)
  await safari.goto(`/my-letters?carta=${id}`)
  await focusButton(safari, 'Descartar la carta', 'main')
  await safari.press('Enter')
  await focusButton(safari, 'Descartar la carta')
  await enterRefused(safari, 'POST', /^(Descartar la carta|Cancelando\.\.\.)$/)
  await expect.poll(() => safari.focused()).toBe('Ahora no se puede hacer.')
})
