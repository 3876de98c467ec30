import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { schema } from './document/schema.ts'

/** Marks the only paragraph of an empty letter; the style sheet writes `data-placeholder` over it. */
export const placeholder = (text: string) =>
  new Plugin({
    props: {
      decorations({ doc }) {
        const first = doc.firstChild
        const isEmpty =
          doc.childCount === 1 && first?.type === schema.nodes.paragraph && first.content.size === 0
        if (!isEmpty) return null
        return DecorationSet.create(doc, [
          Decoration.node(0, first.nodeSize, { class: 'is-empty', 'data-placeholder': text }),
        ])
      },
    },
  })
