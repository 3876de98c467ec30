import { seconds, type Ms } from '../days.ts'

/** Two sheets, printed on both sides: the weight ordinary postage up to 20 g allows (design/sending.md#printable). */
export const maxPages = 4

export const sheetsOf = (pages: number): number => Math.ceil(pages / 2)

const sheetGrams = 5
const envelopeGrams = 5.5

/** A4 of 80 g/m² and the envelope. */
export const gramsOf = (sheets: number): number => sheets * sheetGrams + envelopeGrams

/**
 * Limits far above any real letter; each stops a measured attack on the reader or the typesetter. Lengths are in UTF-16
 * units.
 */
export const maxOpenTags = 64
/** Nested lists and quotes: layout time grows steeply, and the typesetter's stack overflows. */
export const maxNested = 8
export const maxParts = 20_000
export const maxText = 100_000
/** Without duplicates. */
export const maxPictures = 20
/** A longer link crashes the typesetter. */
export const maxLink = 2000
/** Browsers write some seven hundred when copying. */
export const maxStyle = 4000
/** A part has at most seven marks, each a tag with few attributes. */
export const maxTags = 8 * maxParts
export const maxAttributes = maxTags
/** For attributes except a picture's address, which contains the picture. */
export const maxAttribute = 2 * maxText
export const maxStart = 999_999

/** Templates per account (design/writing.md#templates). */
export const maxTemplates = 20
export const longestTemplateName = 60

/** Calls per network; a page that previews while typing makes fewer (design/load.md#payers-first). */
export const previewsPerMinute = 120

/** Half a megabit per second: too slow to send pictures below that (design/load.md#bodies). */
export const leastBytesPerSecond = 64 * 1024
/** The longest that many bytes may take. */
export const travelTime = (bytes: number): Ms => seconds(bytes / leastBytesPerSecond)
