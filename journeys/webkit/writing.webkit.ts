import { photo } from '../write/photo.ts'
import { expect, letter, openWritePage, test, typeOn } from './journey.ts'

const toolbar = '[role=toolbar]'

test('by keyboard: into the toolbar and out, lists, undo, a dialog gives the focus back', async ({
  safari,
}) => {
  await openWritePage(safari)
  await typeOn(safari, 'Para el viaje:')
  await safari.click('button', 'Formato')
  await safari.press('Enter')
  await safari.click('button', 'Lista con viñetas', toolbar)
  expect(await safari.focused()).toBe('Carta')
  await safari.type('uno')
  await safari.press('Enter')
  await safari.type('dos')
  await safari.press('Tab')
  const list = '<ul dir="auto"><li><p>uno</p><ul dir="auto"><li><p>dos</p></li></ul></li></ul>'
  const flat = '<ul dir="auto"><li><p>uno</p></li><li><p>dos</p></li></ul>'
  await expect.poll(() => letter(safari)).toContain(list)
  // What follows is an undo step of its own.
  await safari.run(() => new Promise((done) => setTimeout(done, 1100)))
  await safari.press('Shift+Tab')
  await expect.poll(() => letter(safari)).toContain(flat)
  await safari.press('Control+z')
  await expect.poll(() => letter(safari)).toContain(list)
  await safari.press('Control+Shift+z')
  await expect.poll(() => letter(safari)).toContain(flat)

  for (const [combination, tag] of [
    ['Control+b', 'strong'],
    ['Control+i', 'em'],
    ['Control+u', 'u'],
  ] as const) {
    await safari.press('Control+End')
    await safari.press(combination)
    await safari.type('x')
    await safari.press(combination)
    await expect.poll(() => letter(safari)).toContain(`<${tag}>x</${tag}>`)
  }

  await safari.run(() => document.getElementById('edit-originAddress')?.focus())
  await safari.press('Enter')
  await safari.find('dialog', 'Datos del remite')
  await expect.poll(() => safari.focused()).toBe('Nombre completo')
  await safari.press('Escape')
  await expect.poll(() => safari.focused()).toBe('Editar')
})

test('words with their looks and a photograph are pasted; another file is refused', async ({ safari }) => {
  await openWritePage(safari)
  const paste = (html: string, base64: string, type: string) =>
    safari.run(
      (markup, file, kind) => {
        const clipboardData = new DataTransfer()
        if (markup) clipboardData.setData('text/html', markup)
        const bytes = Uint8Array.from(atob(file), (byte) => byte.charCodeAt(0))
        if (file) clipboardData.items.add(new File([bytes], 'puente', { type: kind }))
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.querySelector('.ProseMirror')?.dispatchEvent(event)
      },
      html,
      base64,
      type,
    )
  await paste('<h1>Título</h1><p style="color: red">rojo <b>negrita</b></p><script>alert(1)</script>', '', '')
  await expect
    .poll(() => letter(safari))
    .toMatch(/<h1>Título<\/h1><p><span style="color: rgb\(255, 0, 0\);">rojo.*<strong>.*negrita/)
  await paste('<p style="color: windowtext">negro <font color="#000">tinta</font></p>', '', '')
  await expect.poll(() => letter(safari)).toMatch(/negro tinta/)
  await paste('<p><img src="webkit-fake-url://1/puente.png"></p>', '', '')
  await expect.poll(() => safari.text('main [role=alert]')).toContain('falta alguna imagen')
  const width = () =>
    safari.run(
      () =>
        document.querySelector<HTMLImageElement>('.ProseMirror img:not(.ProseMirror-separator)')
          ?.naturalWidth,
    )
  await paste('', (await photo(2400)).toString('base64'), 'image/jpeg')
  await expect.poll(width).toBe(1900)
  await paste('', btoa('GIF89a'), 'image/gif')
  await expect
    .poll(() => safari.text('main [role=alert]'))
    .toContain('Solo se pueden añadir imágenes PNG o JPEG.')
})

test('the preview shows the pages of the print, and follows', async ({ safari }) => {
  await openWritePage(safari)
  // Under the service worker, which fetches its worker for it.
  await safari.run(async () => void (await navigator.serviceWorker.ready))
  await safari.reload()
  await typeOn(safari, 'Querido Antonio: te escribo desde Soria.')
  await safari.click('button', 'Vista previa')
  const preview = 'section[aria-label="Vista previa"], section:has(canvas)'
  await expect.poll(() => safari.text(preview)).toContain('te escribo desde Soria.')
  const inked = () =>
    safari.run(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('section canvas')
      const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return data.some((value, at) => at % 4 < 3 && value < 100 && data[at - (at % 4) + 3] === 255)
    })
  await expect.poll(inked).toBe(true)
  await typeOn(safari, ' Aquí ya nieva.')
  await expect.poll(() => safari.text(preview)).toContain('Aquí ya nieva.')
})
