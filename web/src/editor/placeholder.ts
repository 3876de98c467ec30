import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { schema } from './document/schema.ts'

export const isEmpty = ({ childCount, firstChild }: Node): boolean =>
  childCount === 1 && firstChild?.type === schema.nodes.paragraph && firstChild.content.size === 0

/** Marks the only paragraph of an empty letter; the style sheet writes `data-placeholder` over it. */
export const placeholder = (text: string) =>
  new Plugin({
    props: {
      decorations: ({ doc }) =>
        isEmpty(doc)
          ? DecorationSet.create(doc, [
              Decoration.node(0, doc.content.size, { class: 'is-empty', 'data-placeholder': text }),
            ])
          : null,
    },
  })
