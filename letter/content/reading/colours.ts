import type { Colour } from '../tree.ts'

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

/** One way to match each character: two neighbouring `\s*` would try every cut between them (design.md#linear-readers). */
const rgb =
  /^rgba?\(\s*(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})\s*(?:[,/]\s*(?:1|1\.0+|100%)\s*)?\)$/

const hexPair = (part: number) => part.toString(16).padStart(2, '0')

export const isColour = (value: unknown): value is Colour =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)

/** A CSS colour in the tree's one spelling; `undefined` for what is transparent, half transparent, or no colour. */
export function colourOf(text: string): Colour | undefined {
  const value = text.trim().toLowerCase()
  if (isColour(value)) return value
  if (/^#[0-9a-f]{3}$/.test(value)) return `#${value.slice(1).replace(/./g, '$&$&')}`
  const parts = rgb.exec(value)?.slice(1, 4).map(Number)
  if (parts?.every((part) => part < 256)) return `#${parts.map(hexPair).join('')}`
  return named[value]
}

/** Black or nearly: what word processors put on all words, also in a letter whose ink is another on the screen. */
export const isInk = (colour: Colour | undefined): boolean =>
  colour !== undefined && /^#([012].){3}$/.test(colour)

/** `#c0392b` → `rgb(192, 57, 43)`: how a browser writes a colour in a style attribute. */
export const inRgb = (colour: Colour): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`
