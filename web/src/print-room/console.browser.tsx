import { afterEach, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { queries } from '../queries.ts'
import { batchOf, cardOf, overviewOf } from './testing/rows.ts'
import { answer, openConsole } from './testing/sandbox-room.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const focused = () => document.activeElement?.textContent
const says = (element: { element: () => Element }, words: RegExp | string) =>
  expect.poll(() => element.element().textContent).toMatch(words)

test('other accounts see the page for unknown addresses (design/print-room.md#operators-only)', async () => {
  await openConsole({
    'GET /overview': answer({ detail: 'Esta página es solo para quien imprime.', code: 'not-operator' }, 403),
  })
  await expect.element(heading('Esta página no existe')).toBeVisible()
  await expect.poll(() => document.title).toBe('Esta página no existe · Lacre')
  expect(document.body.textContent).not.toContain('Tanda')
})

test('closing asks with totals, works by keyboard and shows the new batch', async () => {
  let overview = overviewOf()
  const { calls } = await openConsole({
    'GET /overview': () => Response.json(overview),
    'POST /batches': () => {
      const closed = batchOf('B0003', { letters: 40, sheets: 46 })
      overview = overviewOf({
        waiting: { letters: 0, sheets: 0, grams: 0, brackets: [], oldest: null },
        newest: [closed, batchOf('B0002')],
      })
      return Response.json({ batch: closed, left: 0, until: overview.now }, { status: 201 })
    },
  })
  await expect.element(screen.getByText(/^Se cierra sola hoy a las 17:30\./)).toBeVisible()
  ;(button('Cerrar tanda').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
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

test('letters for a later day are listed apart, by day (design/letter.md#posting-day)', async () => {
  const later = [
    { day: '2026-11-30', letters: 2 },
    { day: '2026-12-18', letters: 1 },
  ]
  await openConsole({ 'GET /overview': answer(overviewOf({ later })) })
  await screen.getByText('Para otro día: 3 cartas').click()
  await expect.element(screen.getByText('30 de noviembre de 2026: 2 cartas')).toBeVisible()
  await expect.element(screen.getByText('18 de diciembre de 2026: 1 carta')).toBeVisible()
})

test('when another operator was faster, the dialog shows the refusal and the data are refetched', async () => {
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

test('letters beyond one batch are closed batch by batch', async () => {
  const until = '2026-11-23T09:00:01.000Z'
  let closed = 0
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
  const close = async () => {
    if (closed) await looked
    const batch = batchOf(`B000${3 + closed++}`, { letters: 500, sheets: 500 })
    return Response.json({ batch, left: 2000 - 500 * closed, until }, { status: 201 })
  }
  const next = `POST /batches?until=${encodeURIComponent(until)}`
  const { calls } = await openConsole({
    'GET /overview': answer(overviewOf()),
    'POST /batches': close,
    [next]: close,
  })
  await button('Cerrar tanda').click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cerrar tanda' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Cerrando...' })).toBeVisible()
  goOn()
  await expect.element(dialog).not.toBeInTheDocument()
  await says(screen.getByText(/4 tandas cerradas/), 'de B0003 a B0006: 2000 cartas, 2000 hojas.')
  expect(calls().filter((call) => call.startsWith('POST'))).toEqual(['POST /batches', next, next, next])
})

test('a lost answer is shown as unknown, not as failed (design/trust.md#unknown-is-a-state)', async () => {
  await openConsole({
    'GET /overview': answer(overviewOf()),
    'POST /batches/B0002/printed': () => Promise.reject(new TypeError('no network')),
  })
  await button(/^Marcar impresa/).click()
  await says(screen.getByRole('alert'), /no se sabe si se ha hecho/)
})

test('the next action of a batch follows its stage; held letters are named, and the button keeps the focus', async () => {
  let stage: 'closed' | 'printed' = 'closed'
  const held = [
    { place: 7, id: cardOf(7).id, waitsFor: 'person' },
    { place: 9, id: cardOf(9).id, waitsFor: 'reprint' },
  ]
  await openConsole({
    'GET /overview': () => Response.json(overviewOf({ newest: [batchOf('B0002', { stage })] })),
    'POST /batches/B0002/printed': () => {
      stage = 'printed'
      return Response.json({ done: 38, before: 0, held })
    },
  })
  await userEvent.keyboard('{Tab}')
  ;(button(/^Marcar impresa/).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('38 cartas impresas.')).toBeVisible()
  await says(screen.getByText(/^No envíe/), 'No envíe esta carta: n.º 7. Alguien debe revisarla antes.')
  await says(
    screen.getByText(/^Esta carta se imprime/),
    'Esta carta se imprime otra vez: n.º 9. Márquela por separado cuando su nueva copia esté lista.',
  )
  await expect.element(screen.getByRole('link', { name: 'n.º 7' })).toBeVisible()
  await expect.poll(() => focused()).toMatch(/^Marcar ensobrada/)
})

test('posting a batch asks first, for the receipt number', async () => {
  const { asked } = await openConsole({
    'GET /overview': answer(overviewOf({ newest: [batchOf('B0002', { stage: 'enclosed' })] })),
    'POST /batches/B0002/posted': answer({ done: 39, before: 0, held: [] }),
  })
  await button(/^Entregada a Correos/).click()
  const dialog = screen.getByRole('dialog', { name: '¿Está B0002 en Correos?' })
  await dialog.getByLabelText('Número de resguardo').click()
  await userEvent.keyboard('{Enter}{Enter}')
  await dialog.getByLabelText('Número de resguardo').fill('CD123')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('39 cartas entregadas a Correos.')).toBeVisible()
  expect(asked.find(({ call }) => call === 'POST /batches/B0002/posted')?.body).toEqual({ receipt: 'CD123' })
})

test('data are refetched every half minute, but not in a hidden tab', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { calls } = await openConsole({ 'GET /overview': answer(overviewOf()) })
  const asked = () => calls().filter((call) => call === 'GET /overview').length
  const answered = () => expect.poll(() => queries.isFetching()).toBe(0)
  await expect.element(heading('Hoy')).toBeVisible()
  await answered()
  const before = asked()
  vi.advanceTimersByTime(5 * 60_000)
  expect(asked()).toBe(before)
  seen.mockReturnValue('visible')
  vi.advanceTimersByTime(30_000)
  await expect.poll(asked).toBe(before + 1)
  await answered()
  vi.advanceTimersByTime(30_000)
  await expect.poll(asked).toBe(before + 2)
  await answered()
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(asked()).toBe(before + 2)
})

test('offline: the data stay and are marked as old', async () => {
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
