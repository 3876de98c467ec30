import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { batchOf, overviewOf } from './testing/rows.ts'
import { answer, openConsole } from './testing/sandbox-room.tsx'

afterEach(() => void vi.restoreAllMocks())

const dialog = screen.getByRole('dialog', { name: '¿Descargar el PDF de B0002?' })

async function downloadPdf(answered: () => Response | Promise<Response>) {
  await openConsole({
    'GET /overview': answer(overviewOf({ newest: [batchOf('B0002', { isMade: false })] })),
    'POST /batches/B0002/pdf': answered,
  })
  await screen.getByRole('button', { name: 'Descargar el PDF de B0002' }).click()
  await dialog.getByRole('button', { name: 'Descargar', exact: true }).click()
}

test('the dialog shows the download of a batch; the file is saved under its server-side name', async () => {
  const saved: { name: string; text: Promise<string> }[] = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (blobs.push(blob as Blob), 'blob:made'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs.at(-1)!.text() })
  })
  const { promise: made, resolve: send } = Promise.withResolvers<Response>()
  await downloadPdf(() => made)
  await expect.element(dialog.getByRole('button', { name: 'Descargando...' })).toBeVisible()
  const headers = {
    'content-disposition': 'attachment; filename="B0002-Ana-Ruiz.pdf"',
    'lacre-stopped': '1',
  }
  send(new Response('%PDF-1.7', { headers }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByText('B0002-Ana-Ruiz.pdf descargado.')).toBeInTheDocument()
  await expect.element(screen.getByText(/^1 carta no está en el archivo/)).toBeVisible()
  expect([saved[0]?.name, await saved[0]?.text]).toEqual(['B0002-Ana-Ruiz.pdf', '%PDF-1.7'])
})

test.each([
  ['a refusal', answer({ detail: 'No se ha podido componer.' }, 503), 'No se ha podido componer.'],
  [
    'a file that is not whole',
    () => new Response(new ReadableStream({ start: (body) => body.error(new Error('cut')) })),
    'El archivo no ha llegado entero. Descárguelo otra vez: es siempre el mismo.',
  ],
])('%s is shown at the button, and nothing is saved', async (_what, answered, words) => {
  const made = vi.spyOn(URL, 'createObjectURL')
  await downloadPdf(answered)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  expect(made).not.toHaveBeenCalled()
})
