import { afterEach, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { batchOf, cardOf, openConsole, overviewOf, answer } from './testing/sandbox-room.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const focused = () => document.activeElement?.textContent
const says = (element: { element: () => Element }, words: RegExp | string) =>
  expect.poll(() => element.element().textContent).toMatch(words)
const printed = '3f2a9c1d7b4e'

/** A scanner: eight milliseconds a key by their own clock, however busy the machine; its Enter presses what has the focus. */
function scanAnywhere(sheet: number) {
  const focused = document.activeElement as HTMLButtonElement | HTMLInputElement
  for (const [place, key] of [...`${printed}.${sheet}.2`, 'Enter'].entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: 1000 + place * 8 })
    if (!focused.dispatchEvent(event) || key !== 'Enter') continue
    if (focused.form) focused.form.requestSubmit()
    else focused.click()
  }
}

test('whoever is no operator finds no such page (design.md#operators-only)', async () => {
  await openConsole({
    'GET /overview': answer({ detail: 'Esta página es solo para quien imprime.', code: 'not-operator' }, 403),
  })
  await expect.element(heading('Esta página no existe')).toBeVisible()
  expect(document.title).toBe('Esta página no existe · Lacre')
  expect(document.body.textContent).not.toContain('Tanda')
})

test('a session that has ended leads to /login and says why (design.md#expired-session)', async () => {
  const { place } = await openConsole({ 'GET /overview': answer({ detail: 'No.' }, 401) })
  await expect.poll(() => place.history?.at(-1)).toBe('/login?motivo=sesion')
  expect(localStorage.getItem('token')).toBeNull()
})

test('closing is asked about with its totals, by keyboard, and told with the batch it made', async () => {
  let overview = overviewOf()
  const { calls } = await openConsole({
    'GET /overview': () => Response.json(overview),
    'POST /batches': () => {
      const closed = batchOf('B0003', { letters: 40, sheets: 46 })
      overview = overviewOf({
        waiting: { letters: 0, sheets: 0, grams: 0, brackets: [], oldest: null },
        newest: [closed, batchOf('B0002')],
      })
      return Response.json({ batches: [closed], stopped: [] }, { status: 201 })
    },
  })
  await expect.element(screen.getByText(/^Se cierra sola hoy a las 17:30\./)).toBeVisible()
  await userEvent.keyboard('t')
  const dialog = screen.getByRole('dialog', { name: '¿Cerrar la tanda?' })
  await says(dialog, '40 cartas, 46 hojas, 449,6\u00a0g')
  await says(dialog, 'ya no podrán cancelarse')
  expect(calls()).not.toContain('POST /batches')
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByText(/cerrada: 40 cartas, 46 hojas/)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => focused()).toBe('Cerrar tanda')
  await expect.element(screen.getByRole('row', { name: /^B0003/ })).toBeVisible()
  expect(calls().filter((call) => call === 'POST /batches')).toHaveLength(1)
})

test('somebody else was faster: the refusal stands in the dialog and the data are asked anew', async () => {
  const detail = 'No hay cartas pagadas en espera.'
  const { calls } = await openConsole({
    'GET /overview': answer(overviewOf()),
    'POST /batches': answer({ detail, code: 'nothing-waiting' }, 409),
  })
  await button('Cerrar tanda').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Cerrar tanda' }).click()
  await says(screen.getByRole('dialog').getByRole('alert'), detail)
  await expect.poll(() => calls().filter((call) => call === 'GET /overview').length).toBeGreaterThan(1)
})

test('what somebody else is still closing comes by itself, with the batch they made', async () => {
  let overview = overviewOf()
  await openConsole({
    'GET /overview': () => Response.json(overview),
    'POST /batches': answer({ detail: 'Otra persona está cerrando una tanda.', code: 'somebody-else' }, 409),
  })
  await button('Cerrar tanda').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Cerrar tanda' }).click()
  await says(screen.getByRole('dialog').getByRole('alert'), 'Otra persona')
  await userEvent.keyboard('{Escape}')
  overview = overviewOf({
    waiting: { letters: 0, sheets: 0, grams: 0, brackets: [], oldest: null },
    newest: [batchOf('B0003'), batchOf('B0002')],
  })
  await expect.element(screen.getByRole('row', { name: /^B0003/ })).toBeVisible()
})

test('without an answer nobody says that it was not done (design.md#unknown-is-a-state)', async () => {
  await openConsole({
    'GET /overview': answer(overviewOf()),
    'POST /batches/B0002/printed': () => Promise.reject(new TypeError('no network')),
  })
  await button(/^Marcar impresa/).click()
  await says(screen.getByRole('alert'), /no se sabe si se ha hecho/)
})

test('the next action of a batch follows its stage; what is held is named, and the focus stays on the button', async () => {
  let stage: 'closed' | 'printed' = 'closed'
  await openConsole({
    'GET /overview': () => Response.json(overviewOf({ newest: [batchOf('B0002', { stage })] })),
    'POST /batches/B0002/printed': () => {
      stage = 'printed'
      return Response.json({ done: 38, before: 0, held: [{ place: 7, id: cardOf(7).id }] })
    },
  })
  await userEvent.keyboard('{Tab}')
  ;(button(/^Marcar impresa/).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('38 cartas impresas.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'n.º 7' })).toBeVisible()
  await expect.poll(() => focused()).toMatch(/^Marcar ensobrada/)
})

test('a batch is posted only after a question, with the receipt of the post', async () => {
  const { asked } = await openConsole({
    'GET /overview': answer(overviewOf({ newest: [batchOf('B0002', { stage: 'enclosed' })] })),
    'POST /batches/B0002/posted': answer({ done: 39, before: 0, held: [] }),
  })
  await button(/^Entregada a Correos/).click()
  const dialog = screen.getByRole('dialog', { name: '¿Está B0002 en Correos?' })
  await dialog.getByLabelText('Número de resguardo').fill('CD123')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('39 cartas entregadas a Correos.')).toBeVisible()
  expect(asked.find(({ call }) => call === 'POST /batches/B0002/posted')?.body).toEqual({ receipt: 'CD123' })
})

test('a scan while a button has the focus presses nothing and counts (a scanner types Enter)', async () => {
  const letter = cardOf(1)
  const { calls } = await openConsole({
    'GET /overview': answer(overviewOf()),
    'POST /scan': answer({ letter, sheet: 1, sheets: 2 }),
  })
  await expect.element(button('Cerrar tanda')).toBeVisible()
  ;(button('Cerrar tanda').element() as HTMLElement).focus()
  scanAnywhere(1)
  await expect.element(heading('Escanear')).toBeVisible()
  await expect.element(screen.getByText('Hoja 1 de 2 de la carta n.º 1 de B0001')).toBeVisible()
  await expect.element(screen.getByText('Falta la hoja 2.')).toBeVisible()
  await expect.element(screen.getByLabelText('Marca de la hoja')).toHaveFocus()
  expect(document.querySelector('dialog[open]')).toBeNull()
  expect(calls()).not.toContain('POST /batches')
})

test('a scan while a dialog asks something answers nothing', async () => {
  const { calls } = await openConsole({
    'GET /overview': answer(overviewOf({ newest: [batchOf('B0002', { stage: 'enclosed' })] })),
  })
  await button('Cerrar tanda').click()
  const closing = screen.getByRole('dialog').getByRole('button', { name: 'Cerrar tanda' })
  ;(closing.element() as HTMLElement).focus()
  scanAnywhere(1)
  await expect.element(closing).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await button(/^Entregada a Correos/).click()
  const receipt = screen.getByLabelText('Número de resguardo')
  ;(receipt.element() as HTMLElement).focus()
  scanAnywhere(1)
  await expect.element(receipt).toBeVisible()
  expect(calls().filter((call) => call.startsWith('POST'))).toEqual([])
})

test('all sheets scanned: it is marked enclosed; a foreign sheet interrupts in between', async () => {
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
  const field = screen.getByLabelText('Marca de la hoja')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard(`${printed}.2.2{Enter}`)
  await expect.element(screen.getByText('Falta la hoja 1.')).toBeVisible()
  await userEvent.keyboard(`aaaaaaaaaaaa.1.2{Enter}`)
  await says(screen.getByRole('alert'), '¡Hoja de otra carta!')
  await userEvent.keyboard(`${printed}.1.2{Enter}`)
  await expect.element(screen.getByText('Carta n.º 1 de B0001: ensobrada')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
  const enclosed = asked.filter(({ call }) => call.endsWith('/enclosed'))
  expect(enclosed.map(({ body }) => body)).toEqual([{ sheets: [1, 2] }])
})

test('F2 and / lead to the scanner from anywhere; keys of one character can be switched off (WCAG 2.1.4)', async () => {
  await openConsole({
    'GET /overview': answer(overviewOf()),
    'GET /acts': answer({ acts: [], chain: 'whole', next: null }),
  })
  await expect.element(heading('Hoy')).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(heading('Escanear')).toBeVisible()
  await expect.element(screen.getByLabelText('Marca de la hoja')).toHaveFocus()
  await userEvent.keyboard('r')
  await expect.element(screen.getByLabelText('Marca de la hoja')).toHaveValue('r')
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('r')
  await expect.element(heading('Registro')).toHaveFocus()
  await userEvent.keyboard('?')
  await screen.getByLabelText('Usar las teclas de un solo carácter').click()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('h/')
  await expect.element(heading('Registro')).toBeVisible()
  await userEvent.keyboard('{F2}')
  await expect.element(heading('Escanear')).toBeVisible()
})

test('what is shown is asked again each half minute, and not while nobody sees it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { calls } = await openConsole({ 'GET /overview': answer(overviewOf()) })
  await expect.element(heading('Hoy')).toBeVisible()
  const before = calls().length
  vi.advanceTimersByTime(5 * 60_000)
  expect(calls()).toHaveLength(before)
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(60_000)
  expect(calls()).toHaveLength(before + 2)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(calls()).toHaveLength(before + 2)
})

test('no network: what was there stays, and is told to be old', async () => {
  let isDown = false
  await openConsole({
    'GET /overview': () => (isDown ? Promise.reject(new TypeError('down')) : Response.json(overviewOf())),
  })
  await expect.element(heading('Hoy')).toBeVisible()
  isDown = true
  await button('Actualizar').click()
  await says(screen.getByRole('alert'), /No hay conexión.+puede haber cambiado/)
  await expect.element(screen.getByRole('row', { name: /^B0002/ })).toBeVisible()
})
