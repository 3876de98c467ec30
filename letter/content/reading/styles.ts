import { maxStyle } from '../limits.ts'
import type { Align, Colour, Marks } from '../tree.ts'

/** Meanings of style values, shared by editor and server. */
export const isBold = (weight: string): boolean => weight.startsWith('bold') || Number(weight) >= 600
export const isLight = (weight: string): boolean => weight === 'normal' || Number(weight || NaN) < 600
export const isItalic = (style: string): boolean => /italic|oblique/.test(style)

export const markerColour: Colour = '#ffff00'

/** The declarations of a style attribute, in lower case; none when it is longer than any real one. */
export function readStyle(css = ''): Map<string, string> {
  if (css.length > maxStyle) return new Map()
  return new Map(
    css.split(';').map((declaration) => {
      const colon = declaration.indexOf(':')
      const name = declaration.slice(0, Math.max(colon, 0))
      const value = declaration.slice(colon + 1).replace(/!\s*important\s*$/i, '')
      return [name.trim().toLowerCase(), value.trim().toLowerCase()]
    }),
  )
}

/** Includes webkit's own values, as on its clipboard. */
const sides: Record<string, Align | 'left'> = {
  __proto__: null as never,
  left: 'left',
  start: 'left',
  '-webkit-left': 'left',
  center: 'center',
  middle: 'center',
  '-webkit-center': 'center',
  right: 'right',
  end: 'right',
  '-webkit-right': 'right',
  justify: 'justify',
}
/** `attribute`: an old `align` attribute. */
export const alignIn = (style: Map<string, string>, attribute = ''): Align | 'left' | undefined =>
  sides[style.get('text-align') ?? ''] ?? sides[attribute.toLowerCase()]

export const paintsInk = (style: Map<string, string>): boolean => isInk(colourOf(style.get('color') ?? ''))

/** The marks that a style sets. It removes an outer tag's mark only for the colour, by `paintsInk`. */
export function marksIn(style: Map<string, string>): Marks {
  const marks: Marks = {}
  const lines = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const colour = colourOf(style.get('color') ?? '')
  const background = colourOf(style.get('background-color') ?? style.get('background') ?? '')
  if (isBold(style.get('font-weight') ?? '')) marks.bold = true
  if (isItalic(style.get('font-style') ?? '')) marks.italic = true
  if (lines.includes('underline')) marks.underline = true
  if (lines.includes('line-through')) marks.strike = true
  if (colour && !isInk(colour)) marks.colour = colour
  if (background) marks.background = background
  return marks
}

const named: Record<string, Colour> = {
  __proto__: null as never,
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  brown: '#a52a2a',
  cyan: '#00ffff',
  darkblue: '#00008b',
  darkgreen: '#006400',
  darkred: '#8b0000',
  fuchsia: '#ff00ff',
  gold: '#ffd700',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  lime: '#00ff00',
  magenta: '#ff00ff',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  pink: '#ffc0cb',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  violet: '#ee82ee',
  white: '#ffffff',
  windowtext: '#000000',
  yellow: '#ffff00',
}

/**
 * Only one way to match each character: two neighbouring `\s*` would try every cut (design/load.md#linear-readers).
 */
const rgb =
  /^rgba?\(\s*(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})\s*(?:[,/]\s*(?:1|1\.0+|100%)\s*)?\)$/

const hexPair = (part: number) => part.toString(16).padStart(2, '0')

export const isColour = (value: unknown): value is Colour =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)

/** A CSS colour as `#rrggbb`; `undefined` for transparent, half transparent, or no colour. */
export function colourOf(text: string): Colour | undefined {
  const value = text.trim().toLowerCase()
  if (isColour(value)) return value
  if (/^#[0-9a-f]{3}$/.test(value)) return `#${value.slice(1).replace(/./g, '$&$&')}`
  const parts = rgb.exec(value)?.slice(1, 4).map(Number)
  if (parts?.every((part) => part < 256)) return `#${parts.map(hexPair).join('')}`
  return named[value]
}

/** Black or nearly: word processors set it on all words, even when the letter's ink differs. */
export const isInk = (colour: Colour | undefined): boolean =>
  colour !== undefined && /^#([012].){3}$/.test(colour)

const partsOf = (colour: Colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Relative luminance (WCAG 2), from black (0) to white (1). */
function lightOf(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = partsOf(colour).map((part) =>
    part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** A word processor's red has 4, its green 2.9, text of dark pages less than 2. */
const leastContrast = 2.5
/** Unreadable on white paper. */
export const isPale = (colour: Colour): boolean => 1.05 / (lightOf(colour) + 0.05) < leastContrast

/** A highlighter's colour: text on it is readable, and it is no grey, white or cream page background. */
export function isMarker(colour: Colour): boolean {
  const parts = partsOf(colour)
  return lightOf(colour) > 0.35 && Math.max(...parts) - Math.min(...parts) >= 24
}

/** `#c0392b` → `rgb(192, 57, 43)`, as browsers write it in a style attribute. */
export const inRgb = (colour: Colour): string => `rgb(${partsOf(colour).join(', ')})`
