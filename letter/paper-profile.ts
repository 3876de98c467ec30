import type { PhotoSize } from './content/tree.ts'

/** Millimetres from the page's top left corner. */
type Area = { x: number; y: number; w: number; h: number }

/** Where everything lies on paper: another envelope is another profile. */
type Paper = {
  name: string
  page: Area
  /** Visible through some window: on page 1 only recipient and return line may be here. */
  clearZone: Area
  /** Visible through every window, however the sheet slides. */
  alwaysVisible: Area
  letterhead: Area
  returnLine: Area
  recipient: Area
  /** Points, tried in this order: five lines of about 31 capitals, then six smaller ones. */
  recipientSizes: { size: number; pitch: number }[]
  /** Right-aligned with the body. */
  dateY: number
  /** At most; a style may be narrower (looks/looks.ts). */
  firstBody: Area
  nextBody: Area
  pageNumber: Area
  /** Front of page 1 only. */
  foldMarks: Area[]
  /** On every front, at the same position. */
  sheetCode: Area
  /** On the last page, below the text, if the letter has one; its words are to the left. */
  replyCode: Area
  replyWords: Area
  /** The largest picture in the text. */
  picture: { w: number; h: number }
  /** The largest photos, with frames, as fractions of the measure; two small ones and the gap fill a line. */
  photos: { sizes: Record<PhotoSize, { w: number; h: number }>; gap: number; frame: number }
}

/**
 * Positions on paper, such that envelopes sold in Spain (window on the left, 110x220 and 115x225) and DIN DL show the
 * recipient only (design/paper.md#paper-profile). Another envelope needs another profile: the template contains no
 * millimetres.
 */
export const profile = {
  name: 'ES-IZQ-1' as const,
  page: { x: 0, y: 0, w: 210, h: 297 },
  clearZone: { x: 0, y: 40, w: 121, h: 60 },
  alwaysVisible: { x: 22, y: 60, w: 69, h: 25 },
  letterhead: { x: 25, y: 16, w: 160, h: 20 },
  returnLine: { x: 25, y: 53, w: 66, h: 5 },
  recipient: { x: 25, y: 61, w: 66, h: 24 },
  recipientSizes: [
    { size: 10, pitch: 13.6 },
    { size: 9, pitch: 11.3 },
  ],
  /** Below the fold, like the body: no line of text is folded. */
  dateY: 107.5,
  firstBody: { x: 25, y: 117, w: 160, h: 153 },
  nextBody: { x: 25, y: 25, w: 160, h: 245 },
  pageNumber: { x: 25, y: 279, w: 160, h: 6 },
  /** Folded at 105 and 210, the address panel can slide least. */
  foldMarks: [
    { x: 5, y: 105, w: 4, h: 0 },
    { x: 5, y: 210, w: 4, h: 0 },
  ],
  sheetCode: { x: 8, y: 282.5, w: 5.5, h: 5.5 },
  replyCode: { x: 166, y: 273, w: 19, h: 19 },
  replyWords: { x: 116, y: 273, w: 46, h: 19 },
  picture: { w: 120, h: 110 },
  photos: {
    sizes: { pequena: { w: 0.48, h: 0.56 }, mediana: { w: 0.7, h: 0.74 }, entera: { w: 1, h: 0.9 } },
    gap: 0.04,
    frame: 2,
  },
} satisfies Paper

/** What the printer prints in, as the operator sets it. */
export const printColours = ['color', 'grey'] as const
export type PrintColour = (typeof printColours)[number]
