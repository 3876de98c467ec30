import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

declare module 'prosemirror-view' {
  interface EditorView {
    /** Not in its types: when it was focused, in milliseconds. */
    input: { lastFocus: number }
  }
}

/**
 * Reads where the browser has the caret. It says so in an event of its own, which on a busy machine comes after the
 * next key: Enter would replace words that are no longer selected, and a redrawing would put the caret back.
 */
export function readCaret(view: EditorView): void {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
}

/** Before any key and any press, in the letter or outside (a button of the toolbar), the caret is read. */
export const movedCaret = () =>
  new Plugin({
    view(view) {
      const page = view.dom.ownerDocument
      const read = ({ type }: Event) => {
        readCaret(view)
        // For 200 ms after the focus the editor takes a caret at the start of the letter for the browser's doing and
        // puts it back: not so when a key brought it there.
        if (type === 'keydown') view.input.lastFocus = 0
      }
      page.addEventListener('keydown', read, true)
      page.addEventListener('pointerdown', read, true)
      return {
        destroy() {
          page.removeEventListener('keydown', read, true)
          page.removeEventListener('pointerdown', read, true)
        },
      }
    },
  })
