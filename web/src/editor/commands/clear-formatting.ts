import { lift } from 'prosemirror-commands'
import { liftListItem } from 'prosemirror-schema-list'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { schema } from '../document/schema.ts'
import { together } from './blocks.ts'

const { nodes } = schema
// A stop in case a lift changes nothing; no letter of four pages has so many lists and quotes.
const maxLifts = 1000

const withoutMarks: Command = ({ tr, selection: { from, to } }, dispatch) => {
  dispatch?.(tr.removeMark(from, to).setStoredMarks([]))
  return true
}

const asParagraphs: Command = ({ tr, doc, selection: { from, to } }, dispatch) => {
  doc.nodesBetween(from, to, (node, at) => {
    if (node.isTextblock)
      tr.setBlockType(tr.mapping.map(at), tr.mapping.map(at + node.nodeSize), nodes.paragraph)
  })
  dispatch?.(tr)
  return true
}

/** The first line of the selection inside a list or quote. */
function nestedLine({ doc, selection: { from, to } }: EditorState): number | undefined {
  let line: number | undefined
  doc.nodesBetween(from, to, (node, at) => {
    if (line === undefined && node.isTextblock && doc.resolve(at).depth > 0) line = at + 1
    return line === undefined
  })
  return line
}

/** The transaction that lifts the line by one level, if any. */
function liftLine(state: EditorState, line: number): Transaction | undefined {
  const there = state.apply(state.tr.setSelection(TextSelection.create(state.doc, line)))
  let lifted: Transaction | undefined
  const take = (change: Transaction) => void (lifted = change)
  return liftListItem(nodes.list_item)(there, take) || lift(there, take) ? lifted : undefined
}

const outOfListsAndQuotes: Command = (state, dispatch) => {
  const { tr } = state
  let now = state
  for (let lifts = 0; lifts < maxLifts; lifts++) {
    const line = nestedLine(now)
    const lifted = line === undefined ? undefined : liftLine(now, line)
    if (!lifted) break
    const replayed = now.tr // with the writer's selection, not that of the one line
    for (const step of lifted.steps) {
      replayed.step(step)
      tr.step(step)
    }
    now = now.apply(replayed)
  }
  dispatch?.(tr)
  return true
}

/** Plain paragraphs: no marks, no heading, no alignment, out of lists and quotes; one step of undo. */
export const clearFormatting: Command = together(withoutMarks, asParagraphs, outOfListsAndQuotes)
