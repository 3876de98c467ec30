import type { Browser } from './browser.ts'
import { expect, openDesk, signIn, test } from './journey.ts'

const aunt = {
  name: 'Tía Jacinta',
  street: 'Calle del Pez, 7',
  city: 'Cáceres',
  state: '',
  postalCode: '10003',
  country: 'España',
}
const options = (safari: Browser) =>
  safari.run(() => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent))
const street = (safari: Browser) =>
  safari.run(() => document.querySelector<HTMLInputElement>('dialog[open] [name=street]')?.value)

test('the address book is offered while one types; Escape closes the list before the dialog', async ({
  safari,
  server,
}) => {
  const token = await signIn(safari, server, 'libreta-safari@ejemplo.test')
  const kept = await fetch(`${server.url}/addresses/3f0a3ab4-6a5e-4d0c-9a0e-6f1c2b7d8e90`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ address: aunt, basedOn: null }),
  })
  expect(kept.status).toBe(200)

  await openDesk(safari)
  await safari.run(() => document.getElementById('edit-destinationAddress')?.focus())
  await safari.press('Enter')
  await safari.find('dialog', 'Datos del destinatario')
  await expect
    .poll(() => safari.run(() => document.querySelectorAll('dialog[open] [role=combobox]').length))
    .toBe(1)
  await safari.type('jac')
  await expect.poll(() => options(safari)).toEqual(['Tía JacintaCalle del Pez, 7, Cáceres'])
  await safari.press('ArrowDown')
  await safari.press('Enter')
  await expect.poll(() => street(safari)).toBe(aunt.street)
  await safari.press('ArrowDown')
  await expect.poll(() => options(safari)).toHaveLength(1)
  await safari.press('Escape')
  await expect.poll(() => options(safari)).toEqual([])
  expect(await street(safari)).toBe(aunt.street)
  await safari.press('Escape')
  await expect.poll(() => safari.focused()).toBe('Editar')
})
