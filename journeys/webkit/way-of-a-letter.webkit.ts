import { linkFromMail } from '../person/person.ts'
import { expect, isAlive, letter, pay, test, typeOn } from './journey.ts'

const person = { email: 'safari@ejemplo.test', password: 'una frase bastante larga' }

test('from the first word to paid: write, register, verify, log in, each test card', async ({
  safari,
  server,
}) => {
  const reads = (words: string | RegExp, where = 'main') =>
    expect.poll(() => safari.text(where)).toMatch(words)
  const arrives = (path: string) => expect.poll(() => safari.path()).toBe(path)
  await safari.goto('/')
  await safari.click('link', 'Comenzar a escribir')
  await arrives('/write')
  await isAlive(safari)
  await typeOn(safari, 'Querida Begoña: ¿qué tal? ¡Ñoño!')
  await expect.poll(() => letter(safari)).toBe('<p>Querida Begoña: ¿qué tal? ¡Ñoño!</p>')
  await reads(/Guardado en este equipo/)
  await safari.click('button', 'Editar', ':has(> #edit-destinationAddress)')
  await safari.fill('Nombre completo', 'Concepción Muñoz', 'dialog[open]')
  await safari.press('Enter')
  await reads(/Concepción Muñoz/, 'main aside')

  // Having been on /write, one can still register: its service worker lets the captcha's worker through.
  await safari.click('button', 'Enviar')
  await arrives('/login')
  await safari.click('link', 'Registrate aqui')
  // The old screen stays until the next has come, and has such a field too.
  await reads(/^Crear cuenta$/, 'main h1')
  await safari.fill('Correo electrónico', person.email)
  await safari.fill('Contraseña', person.password)
  await safari.fill('Confirmar contraseña', person.password)
  await safari.click('label', undefined, 'altcha-widget')
  await reads(/Verificado/, 'altcha-widget')
  await safari.click('button', 'Crear cuenta')
  await reads(/¡Registro exitoso!/)
  await safari.goto(await linkFromMail(server, person.email, /confirm|verif/i))
  await reads(/Email Verified!/)
  // Registering has signed in; here one does it oneself.
  await safari.run(() => localStorage.removeItem('token'))
  await safari.goto('/login')
  await safari.find('button', /^Continuar con Google/)
  // A letter waits, so that the code comes first.
  await safari.click('button', 'Usar una contraseña')
  await safari.fill('Correo electrónico', person.email)
  await safari.fill('Contraseña', person.password)
  await safari.press('Enter')
  await arrives('/write')
  await isAlive(safari)
  await reads(/Begoña/, '.ProseMirror')

  await safari.click('button', 'Enviar')
  await reads(/3,29 €/, 'dialog[open]')
  // The sender is still the sample.
  await safari.click('label', /^Es de verdad de/, 'dialog[open]')
  await pay(safari, '4000000000000002')
  await reads(/rechazada/, 'dialog[open] [role=alert]')
  await pay(safari, '4000002500003155')
  await safari.click('button', 'Rechazar', '[role=alertdialog]')
  await reads(/autenticar/, 'dialog[open] [role=alert]')
  await safari.click('button', 'Pagar ahora', 'dialog[open]')
  await safari.click('button', 'Autorizar', '[role=alertdialog]')
  await arrives('/success')
  await reads(/¡Pedido realizado con éxito!/)
  const draft = () => safari.run(() => localStorage.getItem('letterContent'))
  await expect.poll(draft).toBeNull()

  // Read again, it is no second order: the next letter stays (design/writing.md#success-archives-first).
  await safari.run(() => localStorage.setItem('letterContent', '<p>La siguiente</p>'))
  await safari.reload()
  await reads(/¡Pedido realizado con éxito!/)
  await safari.click('link', 'Escribir otra carta')
  await expect.poll(() => letter(safari)).toBe('<p>La siguiente</p>')
})
