import { fileWithProgress, type ProgressLine } from '@lacre/letter/print-room/file-with-progress.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import '../styles/site.css' // in every page: what only a screen reader hears takes no room, buttons stand in a row
import { answer, batchOf, openConsole, overviewOf } from './testing/sandbox-room.tsx'

afterEach(() => void vi.restoreAllMocks())

const dialog = screen.getByRole('dialog', { name: '¿Descargar el PDF de B0002?' })
const status = dialog.getByRole('status')

/** A server that says how far the file is when the test tells it to. */
async function openPreparing() {
  let send!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) })
  const { calls } = await openConsole({
    'GET /overview': answer(overviewOf({ newest: [batchOf('B0002', { isMade: false })] })),
    'POST /batches/B0002/pdf': () => new Response(body, { headers: { 'content-type': fileWithProgress } }),
  })
  await screen.getByRole('button', { name: 'Descargar el PDF de B0002' }).click()
  await Promise.all(document.getAnimations().map((animation) => animation.finished))
  const before = dialog
    .getByRole('button', { name: 'Descargar', exact: true })
    .element()
    .getBoundingClientRect()
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click()
  const bytes = (text: string) => send.enqueue(new TextEncoder().encode(text))
  return {
    calls,
    before,
    bytes,
    line: (line: ProgressLine) => bytes(`${JSON.stringify(line)}\n`),
    end: () => send.close(),
  }
}

test('while the file of a batch is made one sees how far it is, nothing moves, and then it is there', async () => {
  const saved: { name: string; text: Promise<string> }[] = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (blobs.push(blob as Blob), 'blob:made'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs.at(-1)!.text() })
  })
  const { line, bytes, before, end } = await openPreparing()
  await expect.element(dialog.getByText('Preparando el archivo...')).toBeVisible()
  line({ done: 0, of: 500 })
  line({ done: 320, of: 500 })
  await expect.element(dialog.getByText('Preparando el archivo: 320 de 500 cartas')).toBeVisible()
  await expect
    .element(dialog.getByRole('progressbar', { name: 'El archivo' }))
    .toHaveAttribute('value', '320')
  // A screen reader is not told each letter.
  await expect.element(status).toHaveTextContent('Preparando el archivo: 250 de 500 cartas')
  const after = dialog
    .getByRole('button', { name: 'Descargar', exact: true })
    .element()
    .getBoundingClientRect()
  expect([after.top, after.height]).toEqual([before.top, before.height])
  bytes('{"name":"B0002-Ana-Ruiz.pdf","by')
  bytes('tes":11,"stopped":1}\n%PDF-')
  bytes('1.7\n{}')
  end()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByText('B0002-Ana-Ruiz.pdf descargado.')).toBeInTheDocument()
  await expect.element(screen.getByText(/^1 carta no está en el archivo/)).toBeVisible()
  expect([saved[0]?.name, await saved[0]?.text]).toEqual(['B0002-Ana-Ruiz.pdf', '%PDF-1.7\n{}'])
})

test.each([
  [
    'a refusal after it has begun',
    { status: 503, detail: 'No se ha podido componer.' },
    'No se ha podido componer.',
  ],
  [
    'a file that is not whole',
    { name: 'B0002.pdf', bytes: 999, stopped: 0 },
    'El archivo no ha llegado entero. Descárguelo otra vez: es siempre el mismo.',
  ],
])('%s is told where it was pressed, and nothing is saved', async (_what, last, words) => {
  const made = vi.spyOn(URL, 'createObjectURL')
  const { line, end } = await openPreparing()
  line({ done: 20, of: 500 })
  line(last)
  end()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  expect(made).not.toHaveBeenCalled()
})
