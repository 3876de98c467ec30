import type { MarkSpec, StyleParseRule } from 'prosemirror-model'
import { colour, href, type Element } from './reading/attributes.ts'
import { colourOf, isInk } from './reading/colours.ts'
import { safeLink } from './links.ts'
import { isBold, isItalic, isLight, markerColour } from './reading/styles.ts'

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

/** Some programs wrap a whole paste in such a `<b>`. */
const isBareWrapper = ({ style }: Element) => isLight(style.fontWeight)

/** The order is that of nesting, outermost first; `write-html.ts` follows it (a test compares them). */
export const marks = {
  link: {
    inclusive: false,
    attrs: { href },
    parseDOM: [
      { tag: 'a[href]', getAttrs: (link: Element) => ({ href: safeLink(link.getAttribute('href') ?? '') }) },
    ],
    toDOM: (mark) => ['a', { href: mark.attrs.href, rel: 'noopener noreferrer', target: '_blank' }, 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      { tag: 'b', getAttrs: (b: Element) => !isBareWrapper(b) && null },
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
      { tag: 'font[color]', getAttrs: (font: Element) => wordColour(font.getAttribute('color') ?? '') },
    ],
  },
  background: {
    ...background,
    parseDOM: [...(background.parseDOM ?? []), { tag: 'mark', attrs: { colour: markerColour } }],
  },
} satisfies Record<string, MarkSpec>
