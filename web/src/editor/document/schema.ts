import {
  type AttributeSpec,
  type MarkSpec,
  type Node,
  type NodeSpec,
  Schema,
  type StyleParseRule,
  type TagParseRule,
} from 'prosemirror-model'
import { maxStart } from '@lacre/letter/content/limits.ts'
import { cleanAddress, isSafePicture, noLink, safeLink } from '@lacre/letter/content/links.ts'
import {
  colourOf,
  isBold,
  isColour,
  isInk,
  isItalic,
  isLight,
  markerColour,
} from '@lacre/letter/content/reading/styles.ts'
import { captionFrom, sizeFrom } from '@lacre/letter/content/tree.ts'

/** The editor checks these rules on every paste. Without a fallback the attribute is required. */
const attribute = (name: string, allows: (value: unknown) => boolean, fallback?: unknown): AttributeSpec => ({
  ...(fallback === undefined ? {} : { default: fallback }),
  validate(value) {
    // The message leaves out the value: it is text of a letter.
    if (!allows(value)) throw new RangeError(`a letter's ${name} cannot be this`)
  },
})
const isText = (value: unknown): value is string => typeof value === 'string'

const colour = attribute('colour', isColour)
const href = attribute('link', (value) => isText(value) && (value === noLink || safeLink(value) === value))
const src = attribute(
  'picture',
  (value) => isText(value) && isSafePicture(value) && cleanAddress(value) === value,
)
const alt = attribute('description', (value) => value === null || isText(value), null)
const nullOrNormalised = (from: (text: string) => string | undefined) => (value: unknown) =>
  value === null || (isText(value) && from(value) === value)
const size = attribute('picture size', nullOrNormalised(sizeFrom), null)
const caption = attribute('caption', nullOrNormalised(captionFrom), null)
const level = attribute('heading level', (value) => value === 1 || value === 2, 1)

const isStart = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxStart
const start = attribute('list start', isStart, 1)
function startOf(list: HTMLElement): number {
  const value = Number(list.getAttribute('start'))
  return isStart(value) ? value : 1
}

const alignments: unknown[] = ['center', 'right', 'justify', null] // null = left
const align = attribute('alignment', (value) => alignments.includes(value), null)
const alignOf = ({ style }: HTMLElement): string | null =>
  alignments.includes(style.textAlign) ? style.textAlign : null
const aligned = ({ attrs }: Node): Record<string, string> =>
  attrs.align ? { style: `text-align: ${attrs.align}` } : {}

const block = { group: 'block' }

/** Headings of any level become one of the two levels of the toolbar. */
const headings = [1, 2, 3, 4, 5, 6].map((n): TagParseRule => ({
  tag: `h${n}`,
  getAttrs: (heading: HTMLElement) => ({ level: Math.min(n, 2), align: alignOf(heading) }),
}))
const picture: TagParseRule = {
  tag: 'img[src]',
  getAttrs(image: HTMLElement) {
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

/** The blocks of `tree.ts`; `read-html.ts` must read their HTML back unchanged. */
const nodes = {
  // Looks that came with a replaced text, so that undo restores them too.
  doc: { content: 'block+', attrs: { looks: { default: null } } },
  paragraph: {
    ...block,
    content: 'inline*',
    attrs: { align },
    parseDOM: [{ tag: 'p', getAttrs: (paragraph: HTMLElement) => ({ align: alignOf(paragraph) }) }],
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
    parseDOM: [{ tag: 'ol', getAttrs: (list: HTMLElement) => ({ start: startOf(list) }) }],
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

const style = (property: string, means: (value: string) => boolean): StyleParseRule => ({
  style: property,
  consuming: false, // `underline line-through` is two marks
  getAttrs: (value) => means(value) && null,
})
const attrsOf = (value: string) => {
  const known = colourOf(value)
  return known ? { colour: known } : false
}
const wordColour = (value: string) => !isInk(colourOf(value)) && attrsOf(value)
const coloured = (property: 'color' | 'background-color'): MarkSpec => ({
  attrs: { colour },
  parseDOM: [{ style: property, getAttrs: attrsOf }],
  toDOM: (mark) => ['span', { style: `${property}: ${mark.attrs.colour}` }, 0],
})
const textColour = coloured('color')
const background = coloured('background-color')

/** Some programs wrap a whole paste in a `<b>` of normal weight. */
const isBareWrapper = ({ style }: HTMLElement) => isLight(style.fontWeight)

/** In order of nesting, outermost first; `write-html.ts` has the same order (a test compares them). */
const marks = {
  link: {
    inclusive: false,
    attrs: { href },
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (link: HTMLElement) => ({ href: safeLink(link.getAttribute('href') ?? '') }),
      },
    ],
    toDOM: (mark) => ['a', { href: mark.attrs.href, rel: 'noopener noreferrer', target: '_blank' }, 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      { tag: 'b', getAttrs: (b: HTMLElement) => !isBareWrapper(b) && null },
      style('font-weight', isBold),
    ],
    toDOM: () => ['strong', 0],
  },
  em: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, style('font-style', isItalic)],
    toDOM: () => ['em', 0],
  },
  underline: {
    parseDOM: [
      { tag: 'u' },
      { tag: 'ins' },
      style('text-decoration', (value) => value.includes('underline')),
      style('text-decoration-line', (value) => value.includes('underline')),
    ],
    toDOM: () => ['u', 0],
  },
  strike: {
    parseDOM: [
      { tag: 's' },
      { tag: 'del' },
      { tag: 'strike' },
      style('text-decoration', (value) => value.includes('line-through')),
      style('text-decoration-line', (value) => value.includes('line-through')),
    ],
    toDOM: () => ['s', 0],
  },
  colour: {
    ...textColour,
    parseDOM: [
      {
        style: 'color',
        getAttrs: (value) => isInk(colourOf(value)) && null,
        clearMark: ({ type }) => type.name === 'colour',
      },
      ...(textColour.parseDOM ?? []),
      { tag: 'font[color]', getAttrs: (font: HTMLElement) => wordColour(font.getAttribute('color') ?? '') },
    ],
  },
  background: {
    ...background,
    parseDOM: [...(background.parseDOM ?? []), { tag: 'mark', attrs: { colour: markerColour } }],
  },
} satisfies Record<string, MarkSpec>

/** The same blocks, marks and limits as on the server and on paper. */
export const schema = new Schema({ nodes, marks })
