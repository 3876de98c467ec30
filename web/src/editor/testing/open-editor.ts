import { afterEach, beforeEach, vi } from 'vitest'
import { type Editor, openEditor } from '../editor.ts'

/** The focused editor of the present test, and the element that holds it. */
export let editor: Editor
export let host: HTMLElement

/** Opens an editor before each test, and closes it afterwards. Without `changes` it is empty and refuses pictures. */
export function withEditor(changes: Partial<Parameters<typeof openEditor>[1]> = {}): void {
  beforeEach(() => {
    host = document.body.appendChild(document.createElement('div'))
    editor = openEditor(host, {
      pictureSource: () => Promise.resolve({ refused: 'broken' }),
      onMessage: () => undefined,
      ...changes,
    })
    editor.focus()
  })
  afterEach(() => {
    editor.close()
    host.remove()
    vi.useRealTimers()
  })
}
