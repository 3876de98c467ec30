import { afterEach, expect, test, vi } from 'vitest'
import { openJournal } from '../../journal/journal.ts'
import { closeEditorSession, editorSessionIn } from './editor-session.ts'

const open = () => editorSessionIn(document.body.appendChild(document.createElement('div')))
afterEach(async () => {
  vi.restoreAllMocks()
  closeEditorSession()
  document.body.replaceChildren()
  localStorage.clear()
  const journal = await openJournal()
  await journal.forget(Date.now())
  journal.close()
})

test('a page that is left before the journal has answered shows nothing more, and the next one has its text (design.md#no-word-is-lost)', async () => {
  const written = open()
  await written.openedJournal()
  written.editor.replace('<p>Querida Ana:</p>')
  await written.journal()?.flush()
  closeEditorSession()
  localStorage.clear() // only the journal has it

  const failures = vi.fn((event: PromiseRejectionEvent) => event.preventDefault())
  addEventListener('unhandledrejection', failures)
  const begin = IDBDatabase.prototype.transaction
  const isLeft = Promise.withResolvers<void>()
  // The journal asks its database, and is answered later.
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...of) {
    queueMicrotask(() => (closeEditorSession(), isLeft.resolve()))
    return begin.apply(this, of)
  })
  open()
  await isLeft.promise
  vi.restoreAllMocks()
  const next = open()
  await next.openedJournal()
  await expect.poll(() => next.editor.html()).toBe('<p>Querida Ana:</p>')
  removeEventListener('unhandledrejection', failures)
  expect(failures).not.toHaveBeenCalled()
})
