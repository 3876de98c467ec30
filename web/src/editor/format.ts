import type { EditorState } from 'prosemirror-state'
import { around, type Alignment } from './commands/blocks.ts'
import { linkHere, markHere } from './commands/marks.ts'
import { photoHere } from './commands/photo.ts'
import { schema } from './document/schema.ts'

const { nodes, marks } = schema

/** The formats at the caret, for the toolbar. Level 0 is a plain paragraph. */
export function formatOf(state: EditorState) {
  const { parent } = state.selection.$from
  return {
    bold: Boolean(markHere(state, marks.strong)),
    italic: Boolean(markHere(state, marks.em)),
    underline: Boolean(markHere(state, marks.underline)),
    strike: Boolean(markHere(state, marks.strike)),
    level: parent.type === nodes.heading ? (parent.attrs.level as 1 | 2) : 0,
    align: (parent.attrs.align ?? 'left') as Alignment,
    list: around(state, nodes.ordered_list, nodes.bullet_list)?.node.type.name,
    quote: Boolean(around(state, nodes.blockquote)),
    code: parent.type === nodes.code_block,
    colour: markHere(state, marks.colour)?.attrs.colour as string | undefined,
    background: markHere(state, marks.background)?.attrs.colour as string | undefined,
    link: linkHere(state),
    photo: photoHere(state),
  }
}
export type Format = ReturnType<typeof formatOf>
