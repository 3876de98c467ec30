import type { Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'

const tags: Record<string, 'ol' | 'ul'> = { ordered_list: 'ol', bullet_list: 'ul' }

/** A list while one writes: its first letter decides on which side its marks stand, as on paper; its HTML says nothing of it. */
export const listView: NodeViewConstructor = ({ type, attrs }: Node) => {
  const list = document.createElement(tags[type.name] ?? 'ul')
  list.dir = 'auto'
  if (list instanceof HTMLOListElement && attrs.start !== 1) list.start = Number(attrs.start)
  return { dom: list, contentDOM: list }
}
