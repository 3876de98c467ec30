import { useState } from 'react'
import { page, userEvent } from 'vitest/browser'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import {
  type Address,
  type AddressField,
  addressFields,
  addressLabels,
  sampleRecipient,
} from '@lacre/letter/address/address.ts'
import { animationsEnd } from '../../testing/animations.ts'
import '../../styles/site.css'
import AddressModal from './address-modal.tsx'

const address = (name: string, city = 'Soria'): Address => ({
  name,
  street: 'Calle Mayor, 1',
  city,
  state: '',
  postalCode: '42001',
  country: 'España',
})
const people = [address('Concepción Muñoz', 'Cádiz'), address('Conrado Peña'), address('José Ñíguez')]
const onSave = vi.fn()
const onClose = vi.fn()

beforeEach(() => {
  onSave.mockReset()
  onClose.mockReset()
})

function Page({ start }: { start: Address }) {
  const [isOpen, setOpen] = useState(true)
  return (
    isOpen && (
      <AddressModal
        role="destinationAddress"
        address={start}
        onSave={onSave}
        onClose={() => {
          onClose()
          setOpen(false)
        }}
      />
    )
  )
}

/** The modal with this address book; undefined: signed out. */
async function open(book: Address[] | undefined, start = sampleRecipient) {
  const asked = vi.spyOn(window, 'fetch').mockImplementation(() => {
    const entries = book?.map((one, at) => ({ id: `${at}`, version: 1, address: one }))
    return Promise.resolve(Response.json({ entries }))
  })
  if (book) localStorage.setItem('token', 't')
  await render(<Page start={start} />)
  if (book) await expect.element(combobox()).toBeVisible()
  return asked
}
const combobox = () => page.getByRole('combobox', { name: 'Nombre completo' })
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
const field = (name: AddressField) => page.getByLabelText(addressLabels[name], { exact: true })
const filled = () => addressFields.map((name) => (field(name).element() as HTMLInputElement).value)
const active = () => {
  const id = combobox().element().getAttribute('aria-activedescendant')
  return id && document.getElementById(id)?.textContent
}

test('offers matching entries while typing, ignoring accents and case; choosing fills all fields', async () => {
  await open(people)
  await userEvent.keyboard('con')
  await expect
    .poll(options)
    .toEqual(['Concepción MuñozCalle Mayor, 1, Cádiz', 'Conrado PeñaCalle Mayor, 1, Soria'])
  await expect.element(page.getByText('2 direcciones de su libreta')).toBeInTheDocument()
  expect(combobox().element().getAttribute('aria-expanded')).toBe('true')
  expect(active()).toBeNull()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toContain('Conrado')
  await userEvent.keyboard('{Enter}')
  expect(filled()).toEqual(Object.values(address('Conrado Peña')))
  expect(options()).toEqual([])
  await expect.element(combobox()).toHaveFocus()
  expect(onSave).not.toHaveBeenCalled()
  // Typing undoes it.
  await userEvent.keyboard(' Gil')
  expect(filled()[0]).toBe('Conrado Peña Gil')
  await userEvent.keyboard('{Enter}')
  expect(onSave.mock.calls).toEqual([[address('Conrado Peña Gil')]])
})

test('arrows open the whole book and cycle through the field; Escape closes the list, then the dialog', async () => {
  await open(people)
  await userEvent.keyboard('{ArrowUp}')
  expect(active()).toContain('José')
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toBeNull()
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toContain('Concepción')
  await userEvent.keyboard('{Escape}')
  expect(options()).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onClose.mock.calls).toHaveLength(1)
})

test('Tab and a press elsewhere close the list and choose nothing', async () => {
  await open(people)
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.tab()
  await expect.element(field('street')).toHaveFocus()
  expect(options()).toEqual([])
  expect(filled()).toEqual(Object.values(sampleRecipient))
})

test('by mouse: the button opens the book, the field keeps the focus, nothing moves', async () => {
  await open(people)
  await animationsEnd()
  const place = () => field('street').element().getBoundingClientRect().top
  const before = place()
  await page.getByRole('button', { name: 'Libreta de direcciones' }).click()
  expect(options()).toHaveLength(3)
  expect(place()).toBe(before)
  await page.getByRole('option', { name: /José/ }).click()
  expect(filled()).toEqual(Object.values(people[2]!))
  await expect.element(combobox()).toHaveFocus()
})

test('signed out or with an empty book it is a plain field', async () => {
  const asked = await open(undefined)
  await userEvent.keyboard('con{ArrowDown}')
  expect(asked).not.toHaveBeenCalled()
  expect(page.getByRole('combobox').elements()).toEqual([])
  expect(filled()[0]).toBe('con')
})

test.each([
  ['muñ con', ['Concepción Muñoz']],
  ['CADIZ', ['Concepción Muñoz']],
  ['soria', ['Conrado Peña', 'José Ñíguez']],
  ['mayor', []],
  ['rado', []],
  ['<b>', []],
])('%j finds %j', async (text, names) => {
  await open(people)
  await combobox().fill(text)
  await expect.poll(() => options().map((option) => option.split('Calle')[0])).toEqual(names)
})
