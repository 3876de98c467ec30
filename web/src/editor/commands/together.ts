import { Selection, type Command } from 'prosemirror-state'

/** Several commands as one change, hence one step of undo; each works on what the one before left. */
export const together =
  (...commands: Command[]): Command =>
  (state, dispatch) => {
    const all = state.tr
    let now = state
    let isDone = false
    for (const command of commands)
      isDone =
        command(now, (change) => {
          for (const step of change.steps) all.step(step)
          now = now.apply(change)
        }) || isDone
    if (!isDone) return false
    all.setSelection(Selection.fromJSON(all.doc, now.selection.toJSON())).setStoredMarks(now.storedMarks)
    dispatch?.(all.scrollIntoView())
    return true
  }
