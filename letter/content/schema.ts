import type { NodeSpec, TagParseRule } from 'prosemirror-model'
import {
  align,
  aligned,
  alignOf,
  alt,
  caption,
  level,
  size,
  src,
  start,
  startOf,
  type Element,
} from './reading/attributes.ts'
import { cleanAddress, isSafePicture } from './links.ts'
import { captionFrom, sizeFrom } from './photos.ts'

export { marks } from './marks.ts'

const block = { group: 'block' }

/** A heading of any level becomes one of the two the toolbar has. */
const headings = [1, 2, 3, 4, 5, 6].map((n): TagParseRule => ({
  tag: `h${n}`,
  getAttrs: (heading: Element) => ({ level: Math.min(n, 2), align: alignOf(heading) }),
}))
const picture: TagParseRule = {
  tag: 'img[src]',
  getAttrs(image: Element) {
    const address = image.getAttribute('src') ?? ''
    return (
      isSafePicture(address) && {
        src: cleanAddress(address),
        alt: image.getAttribute('alt'),
        size: sizeFrom(image.getAttribute('data-size')) ?? null,
        caption: captionFrom(image.getAttribute('data-caption')) ?? null,
      }
    )
  },
}

/**
 * The editor's schema as plain data: `new Schema({ nodes, marks })`. It says what `tree.ts` says, in the
 * editor's words, and what `read-html.ts` reads back unchanged.
 */
export const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    ...block,
    content: 'inline*',
    attrs: { align },
    parseDOM: [{ tag: 'p', getAttrs: (paragraph: Element) => ({ align: alignOf(paragraph) }) }],
    toDOM: (node) => ['p', aligned(node), 0],
  },
  heading: {
    ...block,
    content: 'inline*',
    defining: true,
    attrs: { level, align },
    parseDOM: headings,
    toDOM: (node) => [`h${node.attrs.level}`, aligned(node), 0],
  },
  blockquote: {
    ...block,
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  code_block: {
    ...block,
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', ['code', 0]],
  },
  ordered_list: {
    ...block,
    content: 'list_item+',
    attrs: { start },
    parseDOM: [{ tag: 'ol', getAttrs: (list: Element) => ({ start: startOf(list) }) }],
    toDOM: (node) => ['ol', node.attrs.start === 1 ? {} : { start: node.attrs.start }, 0],
  },
  bullet_list: {
    ...block,
    content: 'list_item+',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  list_item: {
    content: 'paragraph block*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  text: { group: 'inline' },
  image: {
    group: 'inline',
    inline: true,
    draggable: true,
    attrs: { src, alt, size, caption },
    parseDOM: [picture],
    toDOM: ({ attrs }) => [
      'img',
      { src: attrs.src, alt: attrs.alt, 'data-size': attrs.size, 'data-caption': attrs.caption },
    ],
  },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
} satisfies Record<string, NodeSpec>
