import {
  closeHistory,
  history,
  isHistoryTransaction,
  redo,
  redoDepth,
  undo as undoOne,
} from 'prosemirror-history'
import { Plugin, type Command, type Transaction } from 'prosemirror-state'

// Specification, section 9: grouping delay 1000 ms, depth 100.
const groupMs = 1000
const depth = 100

// The package keeps up to 20 steps more than it is told; refusing the 101st makes the depth exact.
export const undo: Command = (state, dispatch, view) =>
  redoDepth(state) >= depth || undoOne(state, dispatch, view)
export { redo }

/** Undo from the browser's own menu obeys the same depth as the key; it must come before the history. */
const undoByMenu = new Plugin({
  props: {
    handleDOMEvents: {
      beforeinput(view, event) {
        const command = { historyUndo: undo, historyRedo: redo }[event.inputType]
        if (!command) return false
        event.preventDefault()
        command(view.state, view.dispatch, view)
        return true
      },
    },
  },
})
export const undoPlugins = () => [undoByMenu, history({ depth, newGroupDelay: groupMs })]

/** Begins a new undo step with what is pasted, and with the first change after each full second; never inside a composition (dead key, IME). */
export function undoGroups() {
  let groupStart = 0
  return (change: Transaction, isComposing: boolean) => {
    if (!change.docChanged || isHistoryTransaction(change) || isComposing) return
    if (change.getMeta('uiEvent') === 'paste') {
      closeHistory(change)
      groupStart = 0 // what is typed next is another step
      return
    }
    if (change.time - groupStart <= groupMs) return
    closeHistory(change)
    groupStart = change.time
  }
}
