import { lift, setBlockType, wrapIn } from 'prosemirror-commands'
import type { NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, Selection } from 'prosemirror-state'
import { schema } from '../document/schema.ts'

/** Runs commands in sequence as one transaction, so as one undo step. */
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

const { nodes } = schema

/** The nearest block of one of these types around the caret, and where it begins. */
export function around({ selection: { $from } }: EditorState, ...types: NodeType[]) {
  for (let depth = $from.depth; depth > 0; depth--)
    if (types.includes($from.node(depth).type)) return { node: $from.node(depth), at: $from.before(depth) }
  return undefined
}

export const paragraph: Command = setBlockType(nodes.paragraph)
export const heading = (level: 1 | 2): Command => setBlockType(nodes.heading, { level })

// A list item must begin with a paragraph, so headings and code become one first.
const intoList =
  (type: NodeType): Command =>
  (state, dispatch, view) =>
    wrapInList(type)(state, dispatch, view) ||
    (wrapInList(type)(asParagraphs(state), undefined) &&
      together(paragraph, wrapInList(type))(state, dispatch, view))

const asParagraphs = (state: EditorState) => {
  let after = state
  paragraph(state, (change) => (after = state.apply(change)))
  return after
}

/** Toggles the list, or changes the other kind of list into this one. */
const list =
  (type: NodeType): Command =>
  (state, dispatch, view) => {
    const here = around(state, nodes.ordered_list, nodes.bullet_list)
    if (!here) return intoList(type)(state, dispatch, view)
    if (here.node.type === type) return liftListItem(nodes.list_item)(state, dispatch, view)
    dispatch?.(state.tr.setNodeMarkup(here.at, type))
    return true
  }
export const orderedList = list(nodes.ordered_list)
export const bulletList = list(nodes.bullet_list)

export const quote: Command = (state, dispatch, view) =>
  (around(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch, view)

export const codeBlock: Command = (state, dispatch, view) =>
  (around(state, nodes.code_block) ? paragraph : setBlockType(nodes.code_block))(state, dispatch, view)

export type Alignment = 'left' | 'center' | 'right' | 'justify'

export const align =
  (to: Alignment): Command =>
  ({ tr, doc, selection }, dispatch) => {
    let canAlign = false
    doc.nodesBetween(selection.from, selection.to, (node, position) => {
      if (!node.type.spec.attrs || !('align' in node.type.spec.attrs)) return
      canAlign = true
      tr.setNodeAttribute(position, 'align', to === 'left' ? null : to)
    })
    if (canAlign) dispatch?.(tr)
    return canAlign
  }
