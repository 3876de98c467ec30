import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { batchOf, cardOf, overviewOf } from './testing/rows.ts'
import { answer, openConsole } from './testing/sandbox-room.tsx'

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const printed = '3f2a9c1d7b4e'

/** A scanner: 8 ms per key by its own timestamps, on any machine; its Enter presses the focused control. */
function scanAnywhere() {
  const began = performance.now()
  const focused = document.activeElement as HTMLButtonElement | HTMLInputElement
  for (const [place, key] of [...Array.from(`${printed}.1.2`), 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: began + place * 8 })
    if (!focused.dispatchEvent(event) || key !== 'Enter') continue
    if (focused.form) focused.form.requestSubmit()
    else focused.click()
  }
}

test('a scan while a button has the focus presses nothing and counts (a scanner types Enter)', async () => {
  const letter = cardOf(1)
  const { calls } = await openConsole({
    'GET /overview': answer(overviewOf()),
    'POST /scan': answer({ letter, sheet: 1, sheets: 2 }),
  })
  await expect.element(button('Cerrar tanda')).toBeVisible()
  ;(button('Cerrar tanda').element() as HTMLElement).focus()
  scanAnywhere()
  await expect.element(heading('Escanear')).toBeVisible()
  await expect.element(screen.getByText('Hoja 1 de 2 de la carta n.º 1 de B0001')).toBeVisible()
  await expect.element(screen.getByText('Falta la hoja 2.')).toBeVisible()
  await expect.element(screen.getByLabelText('Código de la hoja')).toHaveFocus()
  expect(document.querySelector('dialog[open]')).toBeNull()
  expect(calls()).not.toContain('POST /batches')
})

test('a scan does not answer an open dialog', async () => {
  const { calls } = await openConsole({
    'GET /overview': answer(overviewOf({ newest: [batchOf('B0002', { stage: 'enclosed' })] })),
  })
  await button('Cerrar tanda').click()
  const closing = screen.getByRole('dialog').getByRole('button', { name: 'Cerrar tanda' })
  ;(closing.element() as HTMLElement).focus()
  scanAnywhere()
  await expect.element(closing).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await button(/^Entregada a Correos/).click()
  const receipt = screen.getByLabelText('Número de resguardo')
  ;(receipt.element() as HTMLElement).focus()
  scanAnywhere()
  await expect.element(receipt).toBeVisible()
  expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
})

test('a letter is marked enclosed once all sheets are scanned; a foreign sheet interrupts', async () => {
  const scans = [
    { letter: cardOf(1), sheet: 2, sheets: 2 },
    { letter: cardOf(2), sheet: 1, sheets: 2 },
    { letter: cardOf(1), sheet: 1, sheets: 2 },
  ]
  const { asked } = await openConsole(
    {
      'GET /overview': answer(overviewOf()),
      'POST /scan': () => Response.json(scans.shift()),
      [`POST /letters/${cardOf(1).id}/enclosed`]: answer(cardOf(1, { enclosedAt: '2026-11-23T10:00:00Z' })),
    },
    '/print-room?ver=escanear',
  )
  const field = screen.getByLabelText('Código de la hoja')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard(`${printed}.2.2{Enter}`)
  await expect.element(screen.getByText('Falta la hoja 1.')).toBeVisible()
  await userEvent.keyboard(`aaaaaaaaaaaa.1.2{Enter}`)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/¡Hoja de otra carta!/)
  await userEvent.keyboard(`${printed}.1.2{Enter}`)
  await expect.element(screen.getByText('Carta n.º 1 de B0001: ensobrada')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
  const enclosed = asked.filter(({ call }) => call.endsWith('/enclosed'))
  expect(enclosed.map(({ body }) => body)).toEqual([{ sheets: [1, 2] }])
})
