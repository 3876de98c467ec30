import { userEvent } from 'vitest/browser'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { editor, withEditor } from '../testing/open-editor.ts'
import type { PictureDeps } from './picture-drop.ts'

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** The default: medium size, framed, centred. */
const photo = `<p style="text-align: center;"><img src="${pixel}" data-size="mediana"></p>`
let answer: (read: Awaited<ReturnType<PictureDeps['pictureSource']>>) => void
const onMessage = vi.fn<(sentence: string) => void>()

const pictureSource = vi.fn<PictureDeps['pictureSource']>()

beforeEach(() => {
  onMessage.mockReset()
  pictureSource.mockImplementation(() => new Promise((done) => (answer = done)))
})
withEditor({ pictureSource, onMessage })

const letter = () => document.querySelector('.ProseMirror') ?? document.body
const holding = (type: string, text?: string) => {
  const data = new DataTransfer()
  data.items.add(new File([new Uint8Array(9)], 'x', { type }))
  if (text) data.setData('text/plain', text)
  return data
}
function drop(type: string) {
  const { left, top } = letter().getBoundingClientRect()
  const event = new DragEvent('drop', {
    dataTransfer: holding(type),
    bubbles: true,
    cancelable: true,
    clientX: left + 5,
    clientY: top + 5,
  })
  letter().dispatchEvent(event)
  return event
}
const paste = (type: string, text?: string) =>
  letter().dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: holding(type, text), bubbles: true, cancelable: true }),
  )

describe('dropped and pasted pictures (specification, section 2)', () => {
  test.each(['image/png', 'image/jpeg'])('%s is inserted', async (type) => {
    for (const come of [drop, paste]) {
      editor.open('')
      come(type)
      answer({ src: pixel })
      await expect.poll(() => editor.html()).toBe(`${photo}<p></p>`)
    }
    expect(onMessage).not.toHaveBeenCalled()
  })

  test('another file is refused by name, and the browser stays on the page', async () => {
    expect(drop('application/pdf').defaultPrevented).toBe(true)
    answer({ refused: 'not-a-picture' })
    const said = 'Solo se pueden añadir imágenes PNG o JPEG. «x» no se ha incluido en la carta.'
    await expect.poll(() => onMessage.mock.calls).toEqual([[said]])
    expect(editor.html()).toBe('<p></p>')
  })

  test('one message gives the reason of every refused file', async () => {
    const reasons = {
      'a.heic': 'heic',
      'b.jpg': 'broken',
      'c.gif': 'not-a-picture',
      'd.png': 'broken',
    } as const
    pictureSource.mockImplementation(({ name }) =>
      Promise.resolve({ refused: reasons[name as keyof typeof reasons] }),
    )
    editor.addPictures(Object.keys(reasons).map((name) => new File([], name)))
    await expect.poll(() => onMessage.mock.calls.length).toBe(1)
    expect(onMessage.mock.calls[0]?.[0]).toMatch(
      /«c\.gif» no se ha incluido.*«a\.heic»: este navegador no sabe leer fotos HEIC.*«b\.jpg» y «d\.png»: están incompletas/,
    )
  })
})

test('typing while a picture is scaled moves its position', async () => {
  editor.open('<p>uno</p><p>dos</p>')
  editor.focus()
  await userEvent.keyboard('{ArrowDown}{End}')
  paste('image/png')
  await userEvent.click(document.querySelector('.ProseMirror p') ?? document.body)
  await userEvent.keyboard('{Home}')
  await userEvent.keyboard('cero ')
  answer({ src: pixel })
  await expect.poll(() => editor.html()).toBe(`<p>cero uno</p><p>dos</p>${photo}<p></p>`)
})

test.each([
  ['between words', '{Home}{ArrowRight}', `<p>u</p>${photo}<p>no</p><p>dos</p>`, '<p>u</p>'],
  ['before a paragraph', '{Home}', `${photo}<p>uno</p><p>dos</p>`, ''],
  ['after one', '{End}', `<p>uno</p>${photo}<p>dos</p>`, '<p>uno</p>'],
])(
  'a photo put %s stands in a paragraph of its own, and one writes on below it',
  async (_, keys, put, before) => {
    editor.open('<p>uno</p><p>dos</p>')
    editor.focus()
    await userEvent.keyboard(`{Control>}{Home}{/Control}${keys}`)
    paste('image/png')
    answer({ src: pixel })
    await expect.poll(() => editor.html()).toBe(put)
    await userEvent.keyboard('x')
    expect(editor.html()).toBe(put.replace(`${before}${photo}<p>`, `${before}${photo}<p>x`))
  },
)

test('a picture still loading for the last letter is not inserted into the next', async () => {
  paste('image/png')
  editor.open('<p>otra</p>')
  answer({ src: pixel })
  await editor.picturesSettled()
  expect(editor.html()).toBe('<p>otra</p>')
})

test('a picture has an accessible name in the editor, which is not stored (WCAG 1.1.1)', () => {
  const described = `<p><img src="${pixel}"><img src="${pixel}" alt="El puente"></p>`
  editor.open(described)
  const names = [...letter().querySelectorAll('img[draggable]')].map((picture) => picture.getAttribute('alt'))
  expect(names).toEqual(['Imagen de la carta', 'El puente'])
  expect(editor.html()).toBe(described)
})

test('text with a picture of itself, as word processors copy, is pasted as text', () => {
  paste('image/png', 'hola')
  expect(editor.html()).toBe('<p>hola</p>')
  expect(onMessage).not.toHaveBeenCalled()
})

test('a picture dropped into code is put beside it', async () => {
  editor.open('<pre><code>a</code></pre>')
  drop('image/png')
  answer({ src: pixel })
  await expect.poll(() => editor.html()).toContain(pixel)
  expect(editor.html()).not.toMatch(/<code>[^<]*<img/)
})
