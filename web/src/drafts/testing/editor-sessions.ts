import { closeEditorSession, editorSessionIn, type EditorSession } from '../editor-session.ts'

export const openSession = (): EditorSession =>
  editorSessionIn(document.body.appendChild(document.createElement('div')))

/** After a test the page is left. */
export function leavePage(): void {
  closeEditorSession()
  document.body.replaceChildren()
}
