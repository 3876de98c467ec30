import { useState } from 'react'
import { page, userEvent } from 'vitest/browser'
import { describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import {
  type AddressField,
  addressLabels,
  sampleRecipient,
  sampleSender,
} from '@lacre/letter/address/address.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { keepRecent } from '../../drafts/kept-addresses.ts'
import { AddressPanel } from './address-panel.tsx'
import type { Addresses } from '../../drafts/kept-addresses.ts'

const onChange = vi.fn()
const samples: Addresses = { originAddress: sampleSender, destinationAddress: sampleRecipient }

function Panel({ start = samples }: { start?: Addresses }) {
  const [addresses, setAddresses] = useState(start)
  return (
    <AddressPanel
      addresses={addresses}
      onChange={(role, address) => {
        onChange(role, address)
        setAddresses({ ...addresses, [role]: address })
      }}
    />
  )
}
async function edit(which: 'Remite' | 'Destinatario', start?: Addresses) {
  onChange.mockReset()
  await render(<Panel {...(start && { start })} />)
  await page.getByRole('region', { name: which }).getByRole('button', { name: 'Editar' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
}
const field = (name: AddressField) => page.getByLabelText(addressLabels[name], { exact: true })
const save = () => page.getByRole('button', { name: 'Guardar' }).click()
const messages = {
  name: 'El nombre es requerido',
  street: 'La calle es requerida',
  city: 'La ciudad es requerida',
  postalCode: 'El código postal es requerido',
  country: 'El país es requerido',
}

describe('the address modal (specification, sections 2 and 5)', () => {
  test.each([
    ['Remite', 'Datos del remite'],
    ['Destinatario', 'Datos del destinatario'],
  ] as const)(
    '[2.42, 2.43, 9.13] %s opens %s, no wider than 800 px, filled with its address',
    async (which, title) => {
      await edit(which)
      const dialog = page.getByRole('dialog', { name: title })
      await expect.element(dialog).toBeVisible()
      expect(dialog.element().getAttribute('style')).toContain('max-width: min(800px,')
      await expect
        .element(field('name'))
        .toHaveValue(which === 'Remite' ? sampleSender.name : sampleRecipient.name)
    },
  )

  test('the first field is focused at opening', async () => {
    const focused = new Promise((seen) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('dialog[open]')) return
        observer.disconnect()
        seen(document.activeElement?.getAttribute('name'))
      }).observe(document, { subtree: true, attributeFilter: ['open'] })
    })
    await edit('Destinatario')
    expect(await focused).toBe('name')
    await userEvent.keyboard('Ana')
    await expect.element(field('name')).toHaveValue('Ana')
  })

  test('[2.44, 2.46, 3.1] empty fields show the placeholders of the specification', async () => {
    const empty = { name: '', street: '', city: '', state: '', postalCode: '', country: '' }
    await edit('Destinatario', { ...samples, destinationAddress: empty })
    const shown = [...document.querySelectorAll<HTMLInputElement>('dialog[open] input')]
    expect(shown.map(({ name, placeholder }) => [name, placeholder])).toEqual([
      ['name', 'Nombre no definido'],
      ['street', 'Calle no definida'],
      ['city', 'Ciudad no definida'],
      ['state', 'Estado no definido'],
      ['postalCode', 'Código postal no definido'],
      ['country', 'País no definido'],
    ])
    await page.getByRole('button', { name: 'Cerrar' }).click()
    const panel = page.getByRole('region', { name: 'Destinatario' })
    for (const { name, placeholder } of shown)
      // Empty optional lines are not shown.
      if (name !== 'state') await expect.element(panel).toMatchTextContent(new RegExp(placeholder))
  })

  test('a Spanish postal code gets the numeric keyboard, a foreign one may have letters', async () => {
    await edit('Remite')
    await expect.element(field('postalCode')).toHaveAttribute('inputmode', 'numeric')
    await field('country').fill('Reino Unido')
    await expect.element(field('postalCode')).toHaveAttribute('inputmode', 'text')
  })

  test.each(Object.entries(messages) as [AddressField, string][])(
    '[5.1, 5.2, 5.3, 5.4, 5.5, 5.7, 8.1] %s is required after trimming; editing clears its error',
    async (name, message) => {
      await edit('Destinatario')
      await field(name).fill('   ')
      await save()
      await expect.element(page.getByText(message)).toBeVisible()
      await expect.element(field(name)).toHaveFocus()
      await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
      await expect.element(field(name)).toHaveAccessibleDescription(new RegExp(`${message}$`))
      expect(onChange).not.toHaveBeenCalled()
      await userEvent.keyboard('x')
      await expect.element(page.getByText(message)).not.toBeInTheDocument()
    },
  )

  test('[5.8] all errors at once, and editing one field clears only its own', async () => {
    await edit('Destinatario')
    for (const name of keysOf(messages)) await field(name).fill('')
    await save()
    await field('city').fill('Soria')
    for (const [name, message] of Object.entries(messages)) {
      const error = page.getByText(message)
      await (name === 'city'
        ? expect.element(error).not.toBeInTheDocument()
        : expect.element(error).toBeVisible())
    }
  })

  test('[5.6] Guardar passes on the trimmed address, also without a state, and closes', async () => {
    await edit('Remite')
    await field('name').fill('  Ana  ')
    await field('state').fill('')
    await save()
    expect(onChange.mock.calls).toEqual([['originAddress', { ...sampleSender, name: 'Ana', state: '' }]])
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByRole('region', { name: 'Remite' })).toMatchTextContent(/Ana/)
  })

  test.each(['Cancelar', 'Cerrar'])('[2.45] %s closes it and discards the changes', async (name) => {
    await edit('Destinatario')
    await field('name').fill('Otra')
    await page.getByRole('button', { name }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(onChange).not.toHaveBeenCalled()
    await page.getByRole('region', { name: 'Destinatario' }).getByRole('button', { name: 'Editar' }).click()
    await expect.element(field('name')).toHaveValue(sampleRecipient.name)
  })
})

describe('the sample address', () => {
  test.each([
    ['city', 'Soria'],
    ['postalCode', '42001'],
  ] as const)('its district is cleared when the %s changes', async (name, value) => {
    await edit('Remite')
    await field(name).fill(value)
    await expect.element(field('state')).toHaveValue('')
    await save()
    expect(onChange.mock.calls[0]?.[1]).toEqual({ ...sampleSender, [name]: value, state: '' })
  })

  test('a typed district stays', async () => {
    await edit('Remite')
    await field('state').fill('El Collado')
    await field('city').fill('Soria')
    await expect.element(field('state')).toHaveValue('El Collado')
  })
})

describe('code and town written after the street', () => {
  const whole = 'Calle Real 5, 2.º B, 42001 Soria'
  const apart = { street: 'Calle Real 5, 2.º B', city: 'Soria', postalCode: '42001', state: '' }
  const said = () => page.getByText('Hemos repartido la dirección. Compruébela.')

  test('move to their fields when the street loses the focus, selected in the focused field', async () => {
    await edit('Remite')
    await expect
      .element(page.getByText('Puede escribir seguidos el código postal y la ciudad.'))
      .toBeVisible()
    await field('street').fill(whole)
    await userEvent.keyboard('{Tab}')
    for (const name of keysOf(apart)) await expect.element(field(name)).toHaveValue(apart[name])
    await expect.element(said()).toBeVisible()
    await expect.element(field('city')).toHaveFocus()
    await userEvent.keyboard('Soria')
    await expect.element(field('city')).toHaveValue('Soria')
  })

  test('are shown before saving', async () => {
    await edit('Destinatario')
    const example = page.getByText(/^Es una dirección de ejemplo/)
    await expect.element(example).toBeVisible()
    await field('name').fill('Ana')
    await field('street').fill(whole)
    await userEvent.keyboard('{Enter}')
    await expect.element(said()).toBeVisible()
    await expect.element(example).not.toBeInTheDocument()
    expect(getSelection()?.toString()).toBe('')
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(onChange.mock.calls[0]?.[1]).toEqual({ name: 'Ana', ...apart, country: 'España' })
  })

  test('stay if town or code are filled in', async () => {
    await edit('Destinatario')
    await field('city').fill('Zamora')
    await field('street').fill(whole)
    await save()
    expect(onChange.mock.calls[0]?.[1]).toMatchObject({ street: whole, city: 'Zamora' })
  })
})

describe('the panel', () => {
  test('the untouched samples are marked (design/sending.md#sample-addresses)', async () => {
    await edit('Destinatario')
    expect(page.getByText(/^Dirección de ejemplo: /).elements()).toHaveLength(2)
    await expect.element(page.getByText('¿A quién se la enviamos?')).toBeInTheDocument()
    await field('name').fill('Ana')
    await save()
    await expect.poll(() => page.getByText(/^Dirección de ejemplo: /).elements()).toHaveLength(1)
    await expect.element(page.getByText('¿A quién se la enviamos?')).not.toBeInTheDocument()
  })

  test.each([
    ['country', 'Francia', 'Solo enviamos cartas a direcciones de España'],
    ['postalCode', '99999', 'El código postal del destinatario no es de España'],
  ] as const)(
    'a recipient with %s %s is warned about, and saved all the same (design/sending.md#printable)',
    async (name, value, warning) => {
      await edit('Destinatario')
      await field(name).fill(value)
      await save()
      expect(onChange).toHaveBeenCalledOnce()
      await expect.element(page.getByText(warning, { exact: false })).toBeVisible()
    },
  )

  test('the sender may live anywhere', async () => {
    await edit('Remite')
    await field('country').fill('Francia')
    await save()
    await expect.element(page.getByRole('region', { name: 'Remite' })).toMatchTextContent(/Francia/)
    expect(document.querySelector('section [role=status]')).toBeNull()
  })
})

test('warns once about a postal code of four digits', async () => {
  await edit('Destinatario')
  await field('postalCode').fill('4100')
  await save()
  await expect.element(page.getByText('Le falta una cifra')).toBeVisible()
  await expect.element(field('postalCode')).toHaveFocus()
  expect(onChange).not.toHaveBeenCalled()
  await save()
  expect(onChange).toHaveBeenCalledOnce()
})

test('recent recipients are offered until a recipient is set', async () => {
  const [ana, eva] = ['Ana Ruiz', 'Eva Gil'].map((name) => ({ ...sampleRecipient, name }))
  for (const one of [ana, eva, ana]) keepRecent(JSON.stringify(one))
  keepRecent(JSON.stringify(sampleRecipient))
  onChange.mockReset()
  await render(<Panel />)
  const list = page.getByRole('list', { name: 'Últimos destinatarios' })
  await expect.element(list).toHaveTextContent('Ana RuizEva Gil')
  await page.getByRole('button', { name: 'Eva Gil' }).click()
  expect(onChange.mock.calls).toEqual([['destinationAddress', eva]])
  await expect.element(list).not.toBeInTheDocument()
  const panel = page.getByRole('region', { name: 'Destinatario' })
  await expect.element(panel.getByRole('button', { name: 'Editar' })).toHaveFocus()
})

test('asks about a misspelt town; one press corrects it, without blocking', async () => {
  const start = {
    ...samples,
    destinationAddress: { ...sampleRecipient, postalCode: '41001', city: 'Sevila' },
  }
  await edit('Destinatario', start)
  await page.getByRole('button', { name: '¿Quería decir Sevilla?' }).click()
  await expect.element(field('city')).toHaveValue('Sevilla')
  await expect.element(field('city')).toHaveFocus()
  await save()
  expect(onChange.mock.lastCall).toMatchObject(['destinationAddress', { city: 'Sevilla' }])
})

test.each([
  ['Destinatario', 'off', 'off'],
  ['Remite', null, 'street-address'],
] as const)('the browser may autofill the sender only: %s', async (which, form, street) => {
  await edit(which)
  expect(document.querySelector('dialog[open] form')?.getAttribute('autocomplete')).toBe(form)
  await expect.element(field('street')).toHaveAttribute('autocomplete', street)
})

test('a name or street without letters is refused at the field', async () => {
  const start = { ...samples, destinationAddress: { ...sampleRecipient, name: '-', street: '\u200b\u200b' } }
  await edit('Destinatario', start)
  await save()
  await expect.element(page.getByText(messages.name)).toBeVisible()
  await expect.element(page.getByText(messages.street)).toBeVisible()
  expect(onChange).not.toHaveBeenCalled()
})
