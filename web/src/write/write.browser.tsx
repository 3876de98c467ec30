import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import { button, openWrite } from './testing/open-write.tsx'
import { preparedLetter } from './testing/prepared-letter.ts'

/** The answers of the calls, as status and body. */
let answers: Record<string, { status: number; body?: unknown }>
let asked: string[]
const alert = vi.fn()

beforeEach(() => {
  alert.mockReset()
  asked = []
  answers = {
    '/config': { status: 200, body: { cards: { kind: 'sandbox', methods: ['card'] } } },
    '/letters/': { status: 200, body: preparedLetter },
    '/stripe/create-payment-intent': { status: 200, body: { clientSecret: 's' } },
    '/sandbox/cards/confirm': { status: 200, body: { paymentIntent: { status: 'succeeded' } } },
  }
  vi.spyOn(window, 'alert').mockImplementation(alert)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(window, 'fetch').mockImplementation((path) => {
    asked.push(path as string)
    const { status, body } = answers[path as string] ?? { status: 404 }
    return Promise.resolve(Response.json(body ?? {}, { status }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const byteOf = (character: string) => character.charCodeAt(0)
/** Asynchronous calls beside those: prices, page count, frozen pages, account copy. */
const inTurn = () => asked.filter((path) => !/^\/drafts|\/pdf$|^\/config$|^\/letters\/preview/.test(path))
const editor = () => page.getByRole('textbox', { name: 'Carta' })
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown

describe('the page (specification, section 2)', () => {
  test('[2.30, 2.38, 2.39, 9.1] date heading, arrival and cost of the day it is in Madrid', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:30:00Z') })
    await openWrite()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('21 de Noviembre 2026')
    await expect.element(page.getByText('Fecha estimada de llegada:')).toBeVisible()
    await expect.element(page.getByText('26 de noviembre de 2026')).toBeVisible()
    await expect.element(page.getByText('Coste total:')).toBeVisible()
    await expect.element(page.getByText('3,29 €')).toBeVisible()
  })

  test('translators skip the letter, its addresses and printed text', async () => {
    await openWrite()
    await page.getByRole('region', { name: 'Destinatario' }).getByRole('button', { name: 'Editar' }).click()
    const printed = page.getByText('Así se imprimirá')
    await expect.element(printed).toBeVisible()
    for (const one of [
      editor().element(),
      page.getByRole('complementary', { name: 'Envío' }).element(),
      printed.element(),
    ])
      expect(one.closest('[translate="no"]')).not.toBeNull()
  })

  test('[2.32] the toolbar is collapsed until Formato is pressed', async () => {
    await openWrite()
    const toolbar = page.getByRole('toolbar', { name: 'Formato de la carta' })
    await expect.element(button('Formato')).toHaveAttribute('aria-expanded', 'false')
    await expect.element(toolbar).not.toBeInTheDocument()
    await button('Formato').click()
    await expect.element(toolbar).toBeVisible()
    await button('Formato').click()
    await expect.element(toolbar).not.toBeInTheDocument()
  })

  test('the caret is in the letter on arrival', async () => {
    await openWrite()
    await expect.element(editor()).toHaveFocus()
  })
  test('on a touch screen no keyboard opens by itself', async () => {
    const matchAsUsual = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      matchAsUsual(query === '(pointer: coarse)' ? 'all' : query),
    )
    await openWrite()
    expect(document.activeElement).toBe(document.body)
  })

  test('Empezar con: one press inserts the text with its first placeholder selected; undo removes it', async () => {
    await openWrite()
    const offer = page.getByRole('toolbar', { name: 'Empezar con' })
    await offer.getByRole('button', { name: 'Pésame' }).click()
    await expect.poll(() => editor().element().textContent).toMatch(/^Querida \[nombre\]:He sabido/)
    await expect.element(offer).not.toBeInTheDocument()
    await userEvent.keyboard('Rosa')
    await expect.poll(() => editor().element().textContent).toMatch(/^Querida Rosa:/)
    for (let step = 0; step < 3; step++) await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(offer).toBeVisible()
  })

  test('a letter of more than four pages shows the end of page four, outside its text', async () => {
    const letterContent = `<p>${'Te escribo esta carta despacio. '.repeat(18)}</p>`.repeat(30)
    localStorage.setItem('letterContent', letterContent)
    await openWrite()
    const end = page.getByRole('separator', { name: 'Hasta aquí caben 4 páginas' })
    await expect.element(end).toBeVisible()
    const before = document.createRange()
    before.setStart(editor().element(), 0)
    before.setEndBefore(end.element())
    const part = before.toString().length / (18 * 32 * 30)
    expect(part).toBeGreaterThan(0.3)
    expect(part).toBeLessThan(0.8)
    expect(editor().element().textContent).not.toContain('Hasta aquí')
    await userEvent.click(editor())
    await userEvent.keyboard('{Control>}a{/Control}Corta')
    await expect.element(end).not.toBeInTheDocument()
    expect(localStorage.getItem('letterContent')).toBe('<p>Corta</p>')
  })

  test('the first row has the main tools; others open behind ⋯, one drawer at a time', async () => {
    await openWrite()
    const row = button('Añadir foto').element().parentElement!
    expect([...row.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'Foto',
      'Estilo',
      'Firma',
      'Vista previa',
      'Formato',
      '⋯Más herramientas',
    ])
    await expect.element(button('Recuperar')).not.toBeInTheDocument()
    await button('Firma, sello y código de respuesta').click()
    await expect.element(page.getByRole('group', { name: 'Final de la carta' })).toBeVisible()
    await button('Más herramientas').click()
    await expect.element(page.getByRole('group', { name: 'Final de la carta' })).not.toBeInTheDocument()
    for (const name of ['Recuperar', 'Plantillas', 'Borrar borrador'])
      await expect.element(button(name)).toBeVisible()
    await button('Formato').click()
    await expect.element(button('Recuperar')).not.toBeInTheDocument()
  })

  test('styles are samples in their typeface, fetched when the drawer opens; Letra grande is separate', async () => {
    await openWrite()
    const loaded = (face: string) =>
      [...document.fonts].some(({ family, status }) => family.includes(face) && status !== 'unloaded')
    expect(loaded('Caveat')).toBe(false)
    await button('Estilo de la carta').click()
    const sheets = page.getByRole('radiogroup', { name: 'Estilo de la carta' })
    await expect.element(sheets.getByRole('radio', { name: 'Clásica' })).toBeChecked()
    await expect.poll(() => loaded('Caveat')).toBe(true)
    await userEvent.click(sheets.getByRole('radio', { name: 'Libro' }))
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(sheets.getByRole('radio', { name: 'Máquina' })).toBeChecked()
    await page.getByRole('switch', { name: 'Letra grande' }).click()
    expect(localStorage.getItem('letterStyle')).toBe('maquina grande')
    await userEvent.keyboard('{Escape}')
    await expect.element(sheets).not.toBeInTheDocument()
    await expect.element(editor()).toHaveFocus()
  })

  test.each([
    ['Entendido', () => button('Entendido').click()],
    ['the overlay', () => userEvent.click(document.body, { position: { x: 3, y: 3 } })],
  ])(
    '[2.47, 2.48, 2.49, 2.50, 4.15, 4.16, 9.2, 9.3] the cost dialog lists every line, and %s closes it',
    async (_, close) => {
      await openWrite()
      await button('Ver el detalle de costes').click()
      const dialog = page.getByRole('dialog', { name: 'Detalle de costes' })
      await expect.element(dialog).toBeVisible()
      const lines = [...dialog.element().querySelectorAll('dl > div')].map((line) =>
        [...line.children].map((part) => part.textContent?.replaceAll('\u00a0', ' ')),
      )
      expect(lines).toEqual([
        ['Franqueo nacional ordinario', '0,89 €'],
        ['Servicio (impresión, materiales, manipulación y puesta en Correos)', '3,50 €'],
        ['Descuento de lanzamiento', '−1,10 €'],
        ['Total (IVA incluido)', '3,29 €'],
      ])
      await close()
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.element(button('Ver el detalle de costes')).toHaveFocus()
    },
  )
})

describe('Enviar (specification, section 4)', () => {
  beforeEach(() => {
    localStorage.setItem('token', 't')
    localStorage.setItem('letterContent', '<p>hola</p>')
  })

  test('the button beside the error removes an unreachable picture', async () => {
    localStorage.setItem('letterContent', '<p>uno <img src="https://correo.example/firma.png"></p>')
    const detail = 'No se ha podido traer la imagen n.º 1 de la carta.'
    answers['/letters/'] = { status: 422, body: { detail, code: 'picture-unreachable' } }
    await openWrite()
    await button('Enviar').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(new RegExp(detail))
    await button('Quitar la imagen').click()
    await expect.poll(() => localStorage.getItem('letterContent')).toBe('<p>uno </p>')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => localStorage.getItem('letterContent')).toContain('firma.png')
  })

  test('with the sample recipient the payment asks for the address, opens its form and continues (design/sending.md#sample-addresses)', async () => {
    answers['/letters/'] = { status: 200, body: { ...preparedLetter, sampleRecipient: true } }
    await openWrite()
    const payment = page.getByRole('dialog', { name: 'Finalizar Pago' })
    await button('Enviar').click()
    await button('Poner la dirección').click()
    await button('Cerrar').click()
    await expect.element(button('Poner la dirección')).toHaveFocus()
    await button('Poner la dirección').click()
    await expect.element(page.getByRole('dialog', { name: 'Datos del destinatario' })).toBeVisible()
    await page.elementLocator(document.querySelector('dialog:modal [name=name]')!).fill('Eva Gil')
    answers['/letters/'] = { status: 200, body: preparedLetter }
    await button('Guardar').click()
    await expect.element(payment).toMatchTextContent(/Carta para Eva Gil/)
    await expect.element(button('Poner la dirección')).not.toBeInTheDocument()
    expect(stored('destinationAddress')).toEqual({ ...sampleRecipient, name: 'Eva Gil' })
    await expect
      .element(page.getByRole('region', { name: 'Destinatario', includeHidden: true }))
      .toMatchTextContent(/Eva Gil/)
  })

  test('an empty letter and one counted as too long are refused without a call', async () => {
    localStorage.removeItem('letterContent')
    const detail = 'La carta ocupa 7 páginas; caben 4.'
    const preview = { paper: { pages: 7, sheets: 4, grams: 20, pdf: '' }, problems: [] as object[] }
    preview.problems = [{ code: 'letter-too-long', at: 'letter', detail }]
    answers['/letters/preview?pdf=no'] = { status: 200, body: preview }
    const { unmount } = await openWrite()
    await button('Enviar').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Su carta está vacía\./)
    await unmount()
    localStorage.setItem('letterContent', '<p>hola</p>')
    await openWrite()
    await expect.element(page.getByText('7 páginas; caben 4', { exact: true })).toBeVisible()
    await button('Enviar').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(detail)
    expect([inTurn(), alert.mock.calls]).toEqual([[], []])
    // Changed since the count.
    await editor().click()
    await userEvent.keyboard(' y adiós')
    await button('Enviar').click()
    // Its last call is over: the next test would count one that comes late.
    await expect.element(page.getByRole('dialog', { name: 'Finalizar Pago' })).toBeVisible()
    expect(inTurn()).toContain('/letters/')
  })

  test('warns once about a placeholder in brackets; one press sends it so, filling it in clears the warning', async () => {
    localStorage.setItem('letterContent', '<p>Querida [nombre]:</p><p>Hasta el [día] [1].</p>')
    await openWrite()
    await button('Enviar').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Falta rellenar \[nombre\]\./)
    expect([inTurn(), alert.mock.calls]).toEqual([[], []])
    await button('Enviarla así').click()
    await button('Cancelar').click()
    await expect.element(button('Enviar')).toHaveFocus()
    await button('Enviar').click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await editor().fill('Querida Rosa: hasta el lunes [1].')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await button('Enviar').click()
    await expect.element(page.getByRole('dialog', { name: 'Finalizar Pago' })).toBeVisible()
  })

  test('a double press sends once', async () => {
    await openWrite()
    const send = button('Enviar').element() as HTMLButtonElement
    send.click()
    send.click()
    await expect.element(page.getByRole('dialog', { name: 'Finalizar Pago' })).toBeVisible()
    expect(asked.filter((path) => path === '/letters/')).toHaveLength(1)
  })

  test('[8.10] after a failed intent Enviar sends the same letter', async () => {
    const intent = '/stripe/create-payment-intent'
    const made = answers[intent]!
    answers[intent] = { status: 503, body: { detail: 'El servicio de pago no responde.' } }
    await openWrite()
    await button('Enviar').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('El servicio de pago no responde.')
    await expect
      .poll(() => alert.mock.calls)
      .toEqual([['Error processing payment: Failed to create payment intent']])
    answers[intent] = made
    await button('Enviar').click()
    await expect.element(page.getByRole('dialog', { name: 'Finalizar Pago' })).toBeVisible()
    const [first, second, ...more] = vi
      .mocked(window.fetch)
      .mock.calls.filter(([path]) => path === '/letters/')
      .map(([, request]) => request?.body)
    expect([first, second, more]).toEqual([expect.stringContaining('<p>hola</p>'), first, []])
  })

  test('[4.7, 4.13] Cancelar keeps the letter', async () => {
    const { unmount } = await openWrite()
    await button('Enviar').click()
    await expect.element(page.getByRole('dialog', { name: 'Finalizar Pago' })).toBeVisible()
    await button('Cancelar').click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(button('Enviar')).toHaveFocus()
    await editor().click()
    await userEvent.keyboard('{Control>}{End}{/Control} y sigo')
    await unmount()
    await openWrite()
    await expect.element(editor()).toHaveTextContent('hola y sigo')
  })

  test('a photo pasted just before is in the sent letter', async () => {
    await openWrite()
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([Uint8Array.from(atob(pixel), byteOf)], 'x', { type: 'image/png' }))
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    editor().element().dispatchEvent(paste)
    ;(button('Enviar').element() as HTMLButtonElement).click()
    await expect.element(page.getByRole('dialog', { name: 'Finalizar Pago' })).toBeVisible()
    const sent = vi.mocked(window.fetch).mock.calls.filter(([path]) => path === '/letters/')
    expect(sent.map(([, request]) => request?.body)).toEqual([
      expect.stringContaining('<img src=\\"data:image/png'),
    ])
  })

  test('leaving the page while the letter is prepared does not redirect later', async () => {
    const answer = Promise.withResolvers<Response>()
    const { history, unmount } = await openWrite()
    vi.spyOn(window, 'fetch').mockImplementation((path) => {
      asked.push(path as string)
      return path === '/letters/' ? answer.promise : Promise.resolve(Response.json({}, { status: 404 }))
    })
    await button('Enviar').click()
    await expect.poll(() => asked).toContain('/letters/')
    await unmount()
    answer.resolve(Response.json({ detail: 'x' }, { status: 401 }))
    await expect.poll(() => localStorage.getItem('token')).toBeNull()
    await new Promise((done) => setTimeout(done))
    expect(history).toEqual(['/write'])
  })
})

test('a refused picture is explained in Spanish at the caret, until dismissed', async () => {
  localStorage.setItem('letterContent', '<p>Sigo.</p>'.repeat(60))
  await openWrite()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([new Uint8Array(9)], 'x', { type: 'image/gif' }))
  editor()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/Solo se pueden añadir imágenes PNG o JPEG/)
  await expect.element(page.getByRole('alert')).toBeInViewport()
  await button('Entendido').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
