import { payLetter } from '../person/paid-letter.ts'
import { enrol } from '../print-room/in-the-print-room.ts'
import { recipient } from '../write/write-a-letter.ts'
import { expect, signIn, test } from './journey.ts'

test('Mis cartas: the letter, its file, and its money back', async ({ safari, server }) => {
  const token = await signIn(safari, server, 'mis-cartas@ejemplo.test')
  await payLetter(server, token)
  await safari.goto('/my-letters')
  await safari.click('link', new RegExp(recipient.name))
  await safari.click('button', 'Descargar las páginas (PDF)')
  await expect.poll(() => safari.text()).toContain('es el documento que usted pagó')
  await expect.poll(() => safari.focused()).toBe('Descargar las páginas (PDF)')
  await safari.click('button', 'Cancelar y devolver el dinero')
  await safari.find('dialog', '¿Cancelar esta carta?')
  await safari.click('button', 'Cancelar y devolver el dinero', 'dialog[open]')
  await expect.poll(() => safari.text()).toContain('La carta se ha cancelado.')
})

test('the print room: from the queue to the post', async ({ safari, server }) => {
  await signIn(safari, server, 'imprenta@ejemplo.test')
  await server.lacre('operator', 'add', 'imprenta@ejemplo.test', '--name', 'Eva Sol')
  const token = await signIn(safari, server, 'imprenta@ejemplo.test')
  await safari.goto('/print-room')
  await safari.find('dialog', 'Proteja su acceso a la imprenta')
  await enrol(token, server)
  await safari.goto('/print-room')
  await expect.poll(() => safari.text('h1')).toBe('Hoy')
  const { id } = await payLetter(server, token)
  await safari.reload()
  await expect.poll(() => safari.text('h1')).toBe('Hoy')
  await expect.poll(() => safari.text('main dd')).toMatch(/^[1-9]/)
  await safari.click('button', 'Cerrar tanda')
  await safari.find('dialog', '¿Cerrar la tanda?')
  await safari.press('Tab')
  await safari.press('Enter')
  await safari.click('button', /^Descargar el PDF/)
  await safari.click('button', 'Descargar', 'dialog[open]')
  await safari.find('button', /^Marcar impresa/)
  await safari.goto(`/print-room?carta=${id}`)
  await safari.click('button', 'Marcar entregada a Correos')
  await safari.click('button', 'Entregada a Correos', 'dialog[open]')
  await expect.poll(() => safari.text()).toContain('Marcada como entregada a Correos')
})
