/**
 * What a letter may contain. The editor's schema, the server's reader and the typesetter's template use exactly these
 * blocks and runs; everything else is dropped while reading.
 */
export type Align = 'center' | 'right' | 'justify'

/** `#rrggbb`, lower case: the only spelling the tree holds. */
export type Colour = `#${string}`

/** Breaks and pictures have marks too, else `<strong>a<br>b</strong>` would change. */
export type Marks = {
  bold?: true
  italic?: true
  underline?: true
  strike?: true
  colour?: Colour
  background?: Colour
  /** http, https, mailto, tel, sms, or `about:blank`. */
  link?: string
}
/** On one line: no tab or line feed. Runs of spaces count. */
type TextRun = Marks & { text: string }
type BreakRun = Marks & { break: true }
/** `picture`: its address, http, https or data (png, jpeg); for the typesetter the name of its bytes. */
export type PictureRun = Marks & { picture: string; alt?: string; size?: PhotoSize; caption?: string }
export type Run = TextRun | BreakRun | PictureRun

/** No `align` means left. */
export type Block =
  | { type: 'paragraph'; align?: Align; runs: Run[] }
  | { type: 'heading'; level: 1 | 2; align?: Align; runs: Run[] }
  | { type: 'bullet-list'; items: Block[][] }
  /** `start` from 2 to 999,999; none means 1. */
  | { type: 'ordered-list'; start?: number; items: Block[][] }
  | { type: 'quote'; blocks: Block[] }
  /** `text` may hold tabs and line feeds. */
  | { type: 'code'; text: string }

/** Replaces a horizontal rule, which a letter does not have. */
export const ruleOfStars = () => ({
  type: 'paragraph' as const,
  align: 'center' as const,
  runs: [{ text: '* * *' }],
})

/**
 * An item's first block is a paragraph, and lists, items and quotes are never empty, so that the editor's schema
 * accepts any tree.
 */
export type Content = Block[]

/**
 * C0 except tab and line feed, C1, word joiners, bidi overrides, byte order marks: they print as boxes, hold a line
 * together or reverse it, and are invisible while writing.
 */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- these characters are the point
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u2060\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g
// oxlint-disable-next-line no-control-regex -- these too
const lineEnds = /\r\n?|[\v\f\u001c\u001d\u0085\u2028\u2029]/g
// oxlint-disable-next-line no-control-regex -- and these
const separators = /[\u001e\u001f]/g
/** Windows-1252 characters from 0x80 on, mistaken for controls; a space: unassigned. */
const ofWindows = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/**
 * Text that fonts can print and JSON can hold. Line ends become `\n`; a lone surrogate becomes U+FFFD.
 * U+001E is Word's hyphen, U+001F separates words.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(lineEnds, '\n')
    .replace(separators, (one) => (one === '\u001e' ? '-' : ' '))
    .replace(/[\u0080-\u009f]/g, (one) => ofWindows[one.charCodeAt(0) - 0x80]!.trim())
    .replace(unprintable, '')

/** Cleans text to one line, as for an address field: single spaces, none at the ends. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim()

/**
 * A picture with a size or a caption is a photo: framed, a block of its own on paper. Other pictures stand in the text,
 * as large as they are (design/paper.md#photos).
 */
/** Narrow first. */
export const photoSizes = ['pequena', 'mediana', 'entera'] as const
export type PhotoSize = (typeof photoSizes)[number]

/** UTF-16 units, as a text field counts them. */
export const maxCaption = 120

export const sizeFrom = (said: string | null | undefined): PhotoSize | undefined =>
  photoSizes.find((size) => size === said)

/** On one line; undefined when empty or too long. */
export function captionFrom(said: string | null | undefined): string | undefined {
  const caption = cleanLine(said ?? '')
  return caption !== '' && caption.length <= maxCaption ? caption : undefined
}

export const isPhoto = (run: object): boolean => 'size' in run || 'caption' in run
