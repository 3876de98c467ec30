const envelope = 5.5 // americano, 80 to 90 g/m²
const sheet = 0.21 * 0.297 * 80 // A4, 80 g/m²

/** Grams of a letter in its envelope, to a tenth. */
export const gramsOf = (sheets: number): number => Math.round((envelope + sheets * sheet) * 10) / 10

const brackets = [20, 50, 100]

/** The postage bracket it falls into, in grams. @throws RangeError when no bracket carries it. */
export function bracketOf(grams: number): number {
  const bracket = brackets.find((limit) => grams <= limit)
  if (!bracket) throw new RangeError('heavier than a letter')
  return bracket
}

export type Counts = { letters: number; sheets: number; grams: number }

export const countsOf = (letters: { sheets: number }[]): Counts => ({
  letters: letters.length,
  sheets: letters.reduce((sum, letter) => sum + letter.sheets, 0),
  grams: Math.round(letters.reduce((sum, letter) => sum + gramsOf(letter.sheets) * 10, 0)) / 10,
})
