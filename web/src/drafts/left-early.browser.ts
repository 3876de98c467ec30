import { afterEach, expect, test, vi } from 'vitest'
import { keepLooks, keptLooks } from '../editor/kept-looks.ts'
import { archiveBeforeClearing } from '../sent/clear-drafts.ts'
import { leavePage, openSession } from './testing/editor-sessions.ts'
import { closeEditorSession } from './editor-session.ts'

afterEach(() => {
  vi.restoreAllMocks()
  leavePage()
})

test('a page left before the database answers shows nothing more; the next page has its text (design/writing.md#no-word-is-lost)', async () => {
  const written = openSession()
  await written.openedStore()
  written.editor.replace('<p>Querida Ana:</p>')
  await written.store()?.flush()
  closeEditorSession()
  localStorage.clear() // only the journal has it

  const failures = vi.fn((event: PromiseRejectionEvent) => event.preventDefault())
  addEventListener('unhandledrejection', failures)
  const { value: begin } = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction') as {
    value: (this: IDBDatabase, ...of: unknown[]) => IDBTransaction
  }
  const isLeft = Promise.withResolvers<void>()
  // Opening the database is delayed.
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...of) {
    queueMicrotask(() => (closeEditorSession(), isLeft.resolve()))
    return begin.apply(this, of)
  })
  openSession()
  await isLeft.promise
  vi.restoreAllMocks()
  const next = openSession()
  await next.openedStore()
  await expect.poll(() => next.editor.html()).toBe('<p>Querida Ana:</p>')
  removeEventListener('unhandledrejection', failures)
  expect(failures).not.toHaveBeenCalled()
})

test('a paid letter with a date line stays archived when its page closes late, as in a hidden tab (design/writing.md#success-archives-first)', async () => {
  const written = openSession()
  await written.openedStore()
  written.editor.replace('<p>Querida Ana:</p>')
  keepLooks({ ...keptLooks(), dateLine: { town: 'Ronda' } })
  await written.store()?.flush()
  written.drop()
  await archiveBeforeClearing(new Date('2026-11-21T12:00:00Z'), written.store()?.id())
  closeEditorSession()

  const next = openSession()
  await next.openedStore()
  expect(next.editor.text()).toBe('')
})
