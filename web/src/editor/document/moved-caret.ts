import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

declare module 'prosemirror-view' {
  interface EditorView {
    /** Missing in its types: when it got the focus, in milliseconds. */
    input: { lastFocus: number }
  }
}

/**
 * Reads the caret of the browser. Its own event may come after the next key on a slow machine: Enter would then replace
 * words that are no longer selected, and a redraw would put the caret back.
 */
export function readCaret(view: EditorView): void {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
}

/** Reads the caret before every key and press, inside the letter or outside (a button of the toolbar). */
export const movedCaret = () =>
  new Plugin({
    view(view) {
      const page = view.dom.ownerDocument
      const read = ({ type }: Event) => {
        readCaret(view)
        // For 200 ms after the focus the editor assumes that the browser put the caret at the start, and puts it back;
        // not when a key moved it there.
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
