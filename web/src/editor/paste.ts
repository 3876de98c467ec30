import { DOMParser, Fragment, type Mark, Slice, type ParseOptions } from 'prosemirror-model'
import type { EditorProps } from 'prosemirror-view'
import { readPlain } from './read-plain.ts'
import type { Loss } from '@lacre/letter/content/reading/reader.ts'
import type { Content } from '@lacre/letter/content/tree.ts'
import { readDom } from './document/html.ts'
import { blockNode } from './document/nodes.ts'
import { schema } from './document/schema.ts'

/** Marks a copy from this editor. */
const editorMark = '[data-pm-slice]'
export const isFromEditor = (from: DataTransfer | null) =>
  from?.getData('text/html').includes('data-pm-slice=')

const sliceOf = (content: Content) => Slice.maxOpen(Fragment.from(content.map(blockNode)))

function withMarks(marks: readonly Mark[], { content, openStart, openEnd }: Slice): Slice {
  if (!marks.length) return new Slice(content, openStart, openEnd)
  const marked = (nodes: Fragment): Fragment =>
    Fragment.from(
      nodes.content.map((node) =>
        node.isInline
          ? node.mark(marks.reduce((set, mark) => mark.addToSet(set), node.marks))
          : node.copy(marked(node.content)),
      ),
    )
  return new Slice(marked(content), openStart, openEnd)
}

/** Reads pastes and drops by the rules of the server's reader. `onLost` gets what a letter cannot have. */
export function pasting(onLost: (losses: Set<Loss>) => void) {
  const ownParser = DOMParser.fromSchema(schema)
  class ClipboardParser extends DOMParser {
    override parseSlice(dom: Element, options?: ParseOptions): Slice {
      const isOwn = dom.querySelector(editorMark) !== null && dom.querySelector('form, table') === null
      const read = isOwn ? undefined : readDom(dom, true)
      if (!read) return ownParser.parseSlice(dom, options)
      onLost(read.losses)
      return sliceOf(read.content)
    }
  }
  return {
    clipboardParser: new ClipboardParser(schema, ownParser.rules),
    // Else the first pasted paragraph would take the alignment of the empty one.
    transformPasted(slice, { state: { selection } }) {
      const { parent } = selection.$from
      const isFree = parent.type === schema.nodes.paragraph && parent.content.size === 0
      const isAligned = slice.openStart === 1 && Boolean(slice.content.firstChild?.attrs['align'])
      return isFree && isAligned ? new Slice(slice.content, 0, slice.openEnd) : slice
    },
    // With the marks of the surrounding text.
    clipboardTextParser: (text, place, isBare) => withMarks(place.marks(), sliceOf(readPlain(text, isBare))),
  } satisfies EditorProps
}
