import { openJournal } from '../../journal/journal.ts'
import { closeEditorSession, editorSessionIn, type EditorSession } from '../draft/editor-session.ts'

export const openSession = (): EditorSession =>
  editorSessionIn(document.body.appendChild(document.createElement('div')))

/** After a test: the page is left, and the browser has nothing of its letter. */
export async function leaveNothing(): Promise<void> {
  closeEditorSession()
  document.body.replaceChildren()
  localStorage.clear()
  const journal = await openJournal()
  await journal.forget(Date.now())
  journal.close()
}
