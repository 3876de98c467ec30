import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replaceLetter } from '../write/replace-letter.ts'
import { leavePage, openSession } from './testing/editor-sessions.ts'
import { keptVersions } from './testing/journal.ts'
import { closeEditorSession, type EditorSession } from './editor-session.ts'

let session: EditorSession

async function open() {
  session = openSession()
  await session.openedStore()
}
beforeEach(open)
afterEach(() => {
  vi.restoreAllMocks()
  leavePage()
})

/** A letter with a photo that is still being scaled. */
async function addPhoto() {
  session.show('<p>Querida Ana:</p>')
  const canvas = new OffscreenCanvas(3000, 2000)
  canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
  session.editor.addPictures([new File([await canvas.convertToBlob()], 'x.png', { type: 'image/png' })])
}
const versions = async () =>
  (await keptVersions()).map((html) => html.replace(/src="data:image\/png;base64,[^"]+"/, 'src'))
const whole = '<p style="text-align: center;"><img src data-size="mediana"></p><p>Querida Ana:</p>'
const other = '<p>Otra.</p>'

test.each([
  ['a template or a version', () => replaceLetter(session, { html: other }, 'template')],
  ['the text of another tab or device', () => session.show(other)],
])(
  'a photo still being scaled when %s replaces its letter is kept in a version of that letter, with a notice',
  async (_which, replace) => {
    await addPhoto()
    replace()
    await expect.poll(versions).toContain(whole)
    await expect.poll(() => session.state.trouble()).toBe('picture-in-version')
    expect(session.editor.html()).toBe(other)
  },
)

test('a photo still being scaled when the page is left is kept in a version; the next visit says so', async () => {
  await addPhoto()
  closeEditorSession()
  await expect.poll(versions).toContain(whole)
  await open()
  await expect.poll(() => session.state.trouble()).toBe('picture-in-version')
})

test('a photo of an erased letter is not kept', async () => {
  await addPhoto()
  session.show('')
  await session.editor.picturesSettled()
  expect(session.editor.html()).toBe('<p></p>')
  // A version that is written after the photo's would be.
  session.show(other)
  await session.keepVersion('template')
  expect(await versions()).toEqual([other])
  expect(session.state.trouble()).toBeUndefined()
})

test('if no version can be stored, a notice asks to add the photo again', async () => {
  await addPhoto()
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  session.show(other)
  await expect.poll(() => session.state.trouble()).toBe('picture-lost')
  expect(session.editor.html()).toBe(other)
})
