import type { PhotoSize } from './content/tree.ts'

/** Millimetres from the page's top left corner. */
type Area = { x: number; y: number; w: number; h: number }

/** Where everything lies on paper: another envelope is another profile. */
type Paper = {
  name: string
  page: Area
  /** May be seen through some window: only the recipient and the return line may have ink here, page 1. */
  clearZone: Area
  /** What every window shows, however far the sheet slides in its envelope. */
  alwaysVisible: Area
  letterhead: Area
  returnLine: Area
  recipient: Area
  /** Points, tried in this order: five lines of about 31 capitals, then six smaller ones. */
  recipientSizes: { size: number; pitch: number }[]
  /** Right-aligned with the body. */
  dateY: number
  /** At most: the letter's looks may be narrower (looks/looks.ts). */
  firstBody: Area
  nextBody: Area
  pageNumber: Area
  /** Front of page 1 only. */
  foldMarks: Area[]
  /** On every front side, at the same place. */
  sheetCode: Area
  /** On the last page, below its text, where a letter has one; its words stand to its left. */
  replyCode: Area
  replyWords: Area
  /** A picture in the text, at most. */
  picture: { w: number; h: number }
  /** At most, with their frames, as parts of the measure; two small ones and the gap fill a line. */
  photos: { sizes: Record<PhotoSize, { w: number; h: number }>; gap: number; frame: number }
}

/**
 * Where everything lies on the paper so that the envelopes sold in Spain (window on the left, 110x220 and 115x225)
 * and DIN DL show the recipient and nothing else (design/paper.md#paper-profile). Another envelope is another profile:
 * the template holds no millimetre of its own.
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
  /** Below the fold, as the body: nobody folds a line of text. */
  dateY: 107.5,
  firstBody: { x: 25, y: 117, w: 160, h: 153 },
  nextBody: { x: 25, y: 25, w: 160, h: 245 },
  pageNumber: { x: 25, y: 279, w: 160, h: 6 },
  /** Folded at 105 and 210 the address panel has least room to slide. */
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

/** What the press prints in: a setting of whoever runs it. */
export const printColours = ['color', 'grey'] as const
export type PrintColour = (typeof printColours)[number]
