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

// The package keeps up to 20 steps more than `depth`; refusing the 101st makes it exact.
export const undo: Command = (state, dispatch, view) =>
  redoDepth(state) >= depth || undoOne(state, dispatch, view)
export { redo }

/** Gives undo in the browser's menu the same depth as the key; must precede the history plugin. */
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

/** Begins an undo step with each paste and with the first change after a full second, never within a composition (dead key, IME). */
export function undoGroups() {
  let groupStart = 0
  return (change: Transaction, isComposing: boolean) => {
    if (!change.docChanged || isHistoryTransaction(change) || isComposing) return
    if (change.getMeta('uiEvent') === 'paste') {
      closeHistory(change)
      groupStart = 0 // typing after it is another step
      return
    }
    if (change.time - groupStart <= groupMs) return
    closeHistory(change)
    groupStart = change.time
  }
}
