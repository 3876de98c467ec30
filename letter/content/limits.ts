import { seconds, type Ms } from '../days.ts'

/** Two sheets on both sides: what ordinary postage up to 20 g carries (design/sending.md#printable). */
export const maxPages = 4

export const sheetsOf = (pages: number): number => Math.ceil(pages / 2)

const sheetGrams = 5
const envelopeGrams = 5.5

/** A4 of 80 g/m² and the envelope. */
export const gramsOf = (sheets: number): number => sheets * sheetGrams + envelopeGrams

/**
 * What no honest letter reaches; each number stops a measured attack on the reader or the typesetter.
 * Text and attribute lengths are counted in UTF-16 units.
 */
export const maxOpenTags = 64
/** Lists and quotes inside each other: their layout grows steeply, and the typesetter's stack ends soon after. */
export const maxNested = 8
export const maxParts = 20_000
export const maxText = 100_000
/** Each address once. */
export const maxPictures = 20
/** A longer link stops the typesetter. */
export const maxLink = 2000
/** A browser writes some seven hundred on what it copies. */
export const maxStyle = 4000
/** A part wears at most seven marks, each a tag with few attributes; what costs more to read than to print is no letter. */
export const maxTags = 8 * maxParts
export const maxAttributes = maxTags
/** Of any attribute but a picture's address, which carries the picture. */
export const maxAttribute = 2 * maxText
export const maxStart = 999_999

/** Letters that an account keeps to write from again (design/writing.md#templates). */
export const maxTemplates = 20
export const longestTemplateName = 60

/** Calls of a network; a page that follows the typing asks less often (design/load.md#payers-first). */
export const previewsPerMinute = 120

/** Half a megabit a second: less is no connection one can send pictures by (design/load.md#bodies). */
export const leastBytesPerSecond = 64 * 1024
/** How long that many bytes are on their way at most. */
export const travelTime = (bytes: number): Ms => seconds(bytes / leastBytesPerSecond)
