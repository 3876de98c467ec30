import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static.edge'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Field } from './field.tsx'

function Name({ error }: { error?: string }) {
  const [value, setValue] = useState('')
  return (
    <Field
      label="Nombre"
      name="name"
      value={value}
      onChange={setValue}
      hint="Completo"
      {...(error && { error })}
    />
  )
}

test('field: hint and error are read out with it', async () => {
  await render(<Name error="El nombre es requerido" />)
  const field = screen.getByLabelText('Nombre')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveAccessibleDescription('Completo El nombre es requerido')
})

test('field: text typed before hydration is kept', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const { prelude } = await prerender(<Name />)
  place.innerHTML = await new Response(prelude).text()
  const input = place.querySelector('input')
  if (!input) throw new Error('no input')
  input.value = 'Ana'
  const root = hydrateRoot(place, <Name />)
  await expect.poll(() => input.getAttribute('value')).toBe('Ana')
  root.render(<Name error="x" />)
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true')
  expect(input.value).toBe('Ana')
  root.unmount()
  place.remove()
})
