import type { PhotoSize } from './photos.ts'

/**
 * What a letter may contain. The editor's schema, the server's reader and the typesetter's template speak of
 * exactly these blocks and runs; everything else is dropped on the way in.
 */
export type Align = 'center' | 'right' | 'justify'

/** `#rrggbb`, lower case: the only spelling the tree holds. */
export type Colour = `#${string}`

/** Breaks and pictures carry them too, else `<strong>a<br>b</strong>` would not come back as it was. */
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
/** On one line: no tab or line feed. Runs of spaces are meant. */
type TextRun = Marks & { text: string }
type BreakRun = Marks & { break: true }
/** `picture` is its address: http, https or data (png, jpeg); for the typesetter the name of its bytes. Size and caption: photos.ts. */
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

/** An item's first block is a paragraph, and no list, item or quote is empty: so the editor's schema takes any tree. */
export type Content = Block[]
