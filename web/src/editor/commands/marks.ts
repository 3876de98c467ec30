import { toggleMark } from 'prosemirror-commands'
import type { Mark, MarkType, ResolvedPos } from 'prosemirror-model'
import { Selection, type Command, type EditorState } from 'prosemirror-state'
import { typedLink } from '@lacre/letter/content/links.ts'
import type { Colour } from '@lacre/letter/content/tree.ts'
import { schema } from '../document/schema.ts'

const { marks } = schema

export const bold = toggleMark(marks.strong)
export const italic = toggleMark(marks.em)
export const underline = toggleMark(marks.underline)
export const strike = toggleMark(marks.strike)

/** The mark of this type at the caret, or the first one in the selection. */
export function markHere(state: EditorState, type: MarkType): Mark | undefined {
  const { empty, $from, from, to } = state.selection
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) ?? undefined
  let found: Mark | undefined
  state.doc.nodesBetween(from, to, (node) => void (found ??= type.isInSet(node.marks)))
  return found
}

const allowsMarks = ({ selection: { $from } }: EditorState, type: MarkType) =>
  $from.parent.type.allowsMarkType(type) || !$from.parent.inlineContent

const coloured =
  (type: MarkType, colour: Colour | undefined): Command =>
  (state, dispatch) => {
    const { empty, from, to } = state.selection
    if (!allowsMarks(state, type)) return false
    const { tr } = state
    if (empty) dispatch?.(colour ? tr.addStoredMark(type.create({ colour })) : tr.removeStoredMark(type))
    else dispatch?.(colour ? tr.addMark(from, to, type.create({ colour })) : tr.removeMark(from, to, type))
    return true
  }
/** Undefined removes the colour. */
export const textColour = (colour: Colour | undefined) => coloured(marks.colour, colour)
export const backgroundColour = (colour: Colour | undefined) => coloured(marks.background, colour)

/** The range of the link around this position: all adjacent nodes with the same link mark. */
function linkAround($place: ResolvedPos) {
  const { parent, parentOffset } = $place
  const near = [parent.childBefore(parentOffset), parent.childAfter(parentOffset)]
  const start = near.find(({ node }) => node && marks.link.isInSet(node.marks))
  const link = start?.node && marks.link.isInSet(start.node.marks)
  if (!start || !link) return undefined
  const isSame = (index: number) => parent.maybeChild(index) && link.isInSet(parent.child(index).marks)
  let [first, from] = [start.index, start.offset]
  while (first > 0 && isSame(first - 1)) from -= parent.child(--first).nodeSize
  let [last, to] = [start.index, start.offset + (start.node?.nodeSize ?? 0)]
  while (isSame(last + 1)) to += parent.child(++last).nodeSize
  return { link, from: $place.start() + from, to: $place.start() + to }
}

/** The address of the link at the caret or in the selection. */
export function linkHere(state: EditorState): string | undefined {
  const { empty, $from } = state.selection
  const link = empty ? linkAround($from)?.link : markHere(state, marks.link)
  return link?.attrs.href as string | undefined
}

/** The selection, or the whole link around the caret. */
const linkedRange = ({ selection: { empty, $from, from, to } }: EditorState) =>
  empty ? (linkAround($from) ?? { from, to }) : { from, to }

/** Links the selection, changes the link around the caret, or inserts the address as a link. Moves the caret behind it. */
export const setLink =
  (typed: string): Command =>
  (state, dispatch) => {
    if (!allowsMarks(state, marks.link)) return false
    const { tr } = state
    const { from, to } = linkedRange(state)
    const link = marks.link.create({ href: typedLink(typed) })
    if (from === to) tr.insert(from, schema.text(typed.trim(), [link]))
    else tr.removeMark(from, to, marks.link).addMark(from, to, link)
    // The next key must write behind the link, not replace it.
    const end = tr.mapping.map(to)
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(end), -1)).scrollIntoView())
    return true
  }

export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkedRange(state)
  if (linkHere(state) === undefined) return false
  dispatch?.(state.tr.removeMark(from, to, marks.link))
  return true
}
