import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { day } from '@lacre/letter/days.ts'
import DayDialog from './day-dialog.tsx'
import { dayToSend } from './kept-day.ts'
import { PostingDayChoice } from './posting-day.tsx'

/** A Sunday: a letter sent today arrives on Thursday 26. */
const today = day('2026-11-22')

const allowed = { postAhead: 90, closedDays: ['2027-02-10'] }

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(allowed)))
})
afterEach(() => vi.restoreAllMocks())

const open = async (name = 'Elegir el día') => {
  await page.getByRole('button', { name }).click()
  await expect.element(dialog()).toBeVisible()
}
const dialog = () => page.getByRole('dialog', { name: 'Día de envío' })
const way = (name: string) => dialog().getByRole('radio', { name })
const says = () => dialog().getByRole('status')
const accept = () => dialog().getByRole('button', { name: 'Aceptar' })
const shown = async () =>
  render(
    <dl>
      <PostingDayChoice today={today} />
    </dl>,
  )
/** The open dialog with this choice made. */
async function choosing(name: string) {
  await shown()
  await open()
  await way(name).click()
}
const kept = () => localStorage.getItem('letterDay')

// Must run first: the config is cached afterwards.
test('offers no day if the server accepts none', async () => {
  vi.mocked(window.fetch).mockImplementation(() => Promise.resolve(Response.json({}, { status: 404 })))
  await shown()
  await expect.poll(() => vi.mocked(window.fetch).mock.calls.length).toBeGreaterThan(0)
  await expect.element(page.getByText('26 de noviembre de 2026')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('a day is chosen, the arrival follows, and it is sent with the letter (design/letter.md#posting-day)', async () => {
  await shown()
  await expect.element(page.getByText('26 de noviembre de 2026')).toBeVisible()
  await open()
  await way('Enviar el…').click()
  await expect.element(accept()).toBeDisabled()
  await page.getByLabelText('Día en que sale').fill('2026-12-18')
  await expect
    .element(says())
    .toHaveTextContent('Sale el viernes 18 de diciembre y se espera que llegue el 24 de diciembre de 2026.')
  await accept().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('Sale el viernes 18 de diciembre.')).toBeVisible()
  await expect.element(page.getByText('24 de diciembre de 2026')).toBeVisible()
  expect(dayToSend(today)).toEqual({ postOn: '2026-12-18' })

  await open('Cambiar el día')
  await way('Lo antes posible').click()
  await accept().click()
  await expect.element(page.getByText('26 de noviembre de 2026')).toBeVisible()
  expect([kept(), dayToSend(today)]).toEqual([null, {}])
})

test('a day of arrival gives the posting day, with a warning that it is an estimate', async () => {
  await choosing('Que llegue el…')
  await page.getByLabelText('Día en que debería llegar').fill('2026-12-25')
  await expect.element(says()).toHaveTextContent(
    // Christmas: no delivery.
    'Sale el lunes 21 de diciembre y se espera que llegue el 25 de diciembre de 2026. Es una estimación: el correo ordinario no garantiza el día. Si es una fecha señalada, elija unos días antes. El viernes 25 de diciembre no suele haber reparto: tendría que llegar a más tardar el jueves 24 de diciembre. Si no llega entonces, lo normal es que llegue el lunes 28 de diciembre.',
  )
  await accept().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(kept()).toBe('2026-12-21')
})

test.each([
  [
    'Que llegue el…',
    '2026-11-25',
    'No llegaría a tiempo: enviada lo antes posible, se espera que llegue el 26 de noviembre de 2026.',
  ],
  ['Que llegue el…', '2026-11-20', 'Ese día ya ha pasado.'],
  ['Enviar el…', '2026-11-20', 'Ese día ya ha pasado.'],
  ['Que llegue el…', '9999-12-31', 'Puede salir, como muy tarde, el 20 de febrero de 2027.'],
  ['Enviar el…', '2027-02-21', 'Puede salir, como muy tarde, el 20 de febrero de 2027.'],
])('%s %s is refused with a reason', async (name, date, why) => {
  await choosing(name)
  await dialog()
    .getByLabelText(/^Día en que/)
    .fill(date)
  await expect.element(says()).toHaveTextContent(why)
  await expect.element(accept()).toBeDisabled()
})

test.each([
  [
    'Saturday',
    '2026-11-28',
    'Ese día no hay envíos. Sale el lunes 30 de noviembre y se espera que llegue el 4 de diciembre de 2026.',
  ],
  [
    'closed by the server',
    '2027-02-10',
    'Ese día no hay envíos. Sale el jueves 11 de febrero y se espera que llegue el 17 de febrero de 2027.',
  ],
  [
    'Christmas',
    '2026-12-25',
    'Ese día no hay envíos. Sale el lunes 28 de diciembre y se espera que llegue el 1 de enero de 2027.',
  ],
])('for %s, a day without posting, it names the next working day', async (_day, date, words) => {
  await choosing('Enviar el…')
  await page.getByLabelText('Día en que sale').fill(date)
  await expect.element(says()).toHaveTextContent(words)
})

test('warns only for a day of arrival without delivery, which may still be chosen', async () => {
  await choosing('Que llegue el…')
  const wished = page.getByLabelText('Día en que debería llegar')
  await wished.fill('2026-12-23')
  const unsure =
    'Es una estimación: el correo ordinario no garantiza el día. Si es una fecha señalada, elija unos días antes.'
  await expect
    .element(says())
    .toHaveTextContent(
      `Sale el jueves 17 de diciembre y se espera que llegue el 23 de diciembre de 2026. ${unsure}`,
    )
  await wished.fill('2026-11-29')
  await expect
    .element(says())
    .toHaveTextContent(
      `Sale el martes 24 de noviembre y se espera que llegue el 28 de noviembre de 2026. ${unsure} El domingo 29 de noviembre no suele haber reparto: tendría que llegar a más tardar el viernes 27 de noviembre. Si no llega entonces, lo normal es que llegue el lunes 30 de noviembre.`,
    )
  await accept().click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the dialog says which date is printed', async () => {
  await shown()
  await open()
  const date = dialog().getByText(/La fecha impresa es la que se ve en la carta al pulsar «Enviar»/)
  await expect.element(date).not.toBeInTheDocument()
  await way('Enviar el…').click()
  await expect.element(date).toBeVisible()
})

test('a stored day that has passed is named, and the letter leaves as soon as possible', async () => {
  localStorage.setItem('letterDay', '2026-11-20')
  await shown()
  await expect
    .element(page.getByText('El 20 de noviembre de 2026 ya ha pasado: sale lo antes posible.'))
    .toBeVisible()
  await expect.element(page.getByText('26 de noviembre de 2026')).toBeVisible()
  expect(dayToSend(today)).toEqual({})
})

test('a day that cannot be stored is refused', async () => {
  await choosing('Enviar el…')
  await page.getByLabelText('Día en que sale').fill('2026-12-18')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await accept().click()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/no ha podido guardar el día/)
})

test('the dialog stays open for the server’s refusal', async () => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const onClose = vi.fn()
  const props = { chosen: null, today, ahead: 90, closed: [], onClose }
  await render(<DayDialog {...props} onChoose={() => promise} />)
  await accept().click()
  await userEvent.keyboard('{Escape}')
  await dialog().getByRole('button', { name: 'Cerrar' }).click()
  expect(onClose).not.toHaveBeenCalled()
  resolve('Ya se está imprimiendo.')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/Ya se está imprimiendo/)
})

test('works by keyboard, and returns the focus', async () => {
  await shown()
  const opener = page.getByRole('button', { name: 'Elegir el día' })
  await expect.element(opener).toBeVisible()
  opener.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toBeVisible()
  way('Lo antes posible').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await page.getByLabelText('Día en que sale').fill('2026-11-24')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Cambiar el día' })).toHaveFocus()
})
