/**
 * What a letter may contain. The editor's schema, the server's reader and the typesetter's template speak of
 * exactly these blocks and runs; everything else is dropped on the way in.
 */
export type Align = 'center' | 'right' | 'justify'

/** `#rrggbb`, lower case: the only spelling the tree holds. */
export type Colour = `#${string}`

export type TextRun = {
  text: string
  bold?: true
  italic?: true
  underline?: true
  strike?: true
  colour?: Colour
  background?: Colour
  /** http, https, mailto, tel, sms, or `about:blank`. */
  link?: string
}
export type BreakRun = { break: true }
/** `picture` is its address: http, https or data (png, jpeg); for the typesetter the name of its bytes. */
export type PictureRun = { picture: string; alt?: string }
export type Run = TextRun | BreakRun | PictureRun

/** No `align` means left. */
export type Block =
  | { type: 'paragraph'; align?: Align; runs: Run[] }
  | { type: 'heading'; level: 1 | 2; align?: Align; runs: Run[] }
  | { type: 'bullet-list'; items: Block[][] }
  | { type: 'ordered-list'; start?: number; items: Block[][] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'code'; text: string }

export type Content = Block[]
