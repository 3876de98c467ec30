import { day } from '@lacre/letter/days.ts'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { useRef, useState, type RefCallback, useCallback } from 'react'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { closeEditorSession, type EditorSession, editorSessionIn } from '../drafts/editor-session.ts'
import '../styles/site.css'
import { letterBody } from './addresses/letter-body.ts'
import { DateLine } from './date-line.tsx'

const addresses = { originAddress: sampleSender, destinationAddress: sampleRecipient }
const today = day('2026-11-27')

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json({})))
})
afterEach(() => vi.restoreAllMocks())

let session: EditorSession | undefined
function Sheet({ from = addresses }: { from?: typeof addresses }) {
  const [opened, setOpened] = useState<EditorSession>()
  const host = useRef<HTMLDivElement>(null)
  const ref: RefCallback<HTMLDivElement> = useCallback((here: HTMLDivElement) => {
    host.current = here
    session = editorSessionIn(here)
    setOpened(session)
    return () => closeEditorSession(here)
  }, [])
  return (
    <div>
      <DateLine session={opened} addresses={from} today={today} />
      <div ref={ref} />
    </div>
  )
}
const open = (html = '<p>Querida Ana:</p><p>¿Cómo estás?</p>') => {
  localStorage.setItem('letterContent', html)
  return render(<Sheet />)
}
const line = () => page.getByRole('button', { name: /^Fecha de la carta: / })
const dialog = () => page.getByRole('dialog', { name: 'Fecha de la carta' })
const choice = (name: string) => dialog().getByRole('radio', { name })
const accept = () => dialog().getByRole('button', { name: 'Aceptar' }).click()
/** The body sent for this letter. */
const sent = () => letterBody(session!.editor.html(), addresses).dateLine

test('the sheet shows date and town; the default is not sent (design/paper.md#date-line)', async () => {
  await open()
  await expect.element(line()).toHaveTextContent('Fecha de la carta: Málaga, 27 de noviembre de 2026')
  expect(sent()).toBeUndefined()
})

test('the dialog sets another day, town or no date; the sheet shows the result', async () => {
  await open()
  await line().click()
  await choice('Otra').click()
  await dialog().getByLabelText('Otra fecha').fill('2026-12-24')
  await dialog().getByLabelText('Lugar').fill('Ronda')
  await accept()
  await expect.element(line()).toHaveTextContent('Fecha de la carta: Ronda, 24 de diciembre de 2026')
  await expect.element(line()).toHaveFocus()
  expect(sent()).toEqual({ day: '2026-12-24', town: 'Ronda' })

  await userEvent.keyboard('{Enter}')
  await choice('Sin fecha').click()
  await accept()
  await expect.element(line()).toHaveTextContent('Fecha de la carta: Sin fecha')
  expect(sent()).toEqual({ day: 'none', town: 'Ronda' })
})

test('a planned letter shows its posting day, unless another date is chosen', async () => {
  localStorage.setItem('letterDay', '2126-12-25')
  await open()
  await expect.element(line()).toHaveTextContent('Fecha de la carta: Málaga, 26 de diciembre de 2126')
  expect(sent()).toEqual({ day: 'leaving' })
  await line().click()
  await expect.element(choice('El día en que sale, 26 de diciembre de 2126')).toBeChecked()
  await choice('Hoy, 27 de noviembre de 2026').click()
  await accept()
  await expect.element(line()).toHaveTextContent('Fecha de la carta: Málaga, 27 de noviembre de 2026')
  expect(sent()).toBeUndefined()
})

test('a text with its own date gets no second one unless chosen, and the sheet says so', async () => {
  await open('<p>Sevilla, 3 de mayo de 2026</p><p>Querida Ana:</p>')
  await expect
    .element(line())
    .toHaveTextContent('Fecha de la carta: Su texto ya lleva fecha: no se imprime otra')
  expect(sent()).toEqual({ day: 'none' })
  await line().click()
  await expect.element(choice('Sin fecha')).toBeChecked()
  await choice('Hoy, 27 de noviembre de 2026').click()
  await accept()
  await expect.element(line()).toHaveTextContent('Fecha de la carta: Málaga, 27 de noviembre de 2026')
  expect(sent()).toBeUndefined()
})

test('a Catalan letter has a Catalan date; without a town only the day', async () => {
  await open(
    '<p>Estimada àvia:</p><p>Avui t’escric perquè ens hem trobat molt bé amb els cosins i també amb tu.</p>',
  )
  await expect.element(line()).toHaveTextContent('Fecha de la carta: Málaga, 27 de novembre de 2026')
  await line().click()
  await dialog().getByLabelText('Lugar').fill('')
  await accept()
  await expect.element(line()).toHaveTextContent('Fecha de la carta: 27 de novembre de 2026')
})

test('another date needs a day; Escape changes nothing and gives the focus back', async () => {
  await open()
  await line().click()
  await choice('Otra').click()
  await accept()
  await expect.element(dialog().getByText('Elija un día.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(line()).toHaveFocus()
  await expect.element(line()).toHaveTextContent('Fecha de la carta: Málaga, 27 de noviembre de 2026')
})

test('at 320 pixels the line and its dialog fit', async () => {
  await page.viewport(320, 568)
  await open()
  await line().click()
  await expect.element(dialog()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  expect(dialog().element().scrollWidth).toBeLessThanOrEqual(dialog().element().clientWidth)
  expect(line().element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})
