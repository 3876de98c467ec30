import { gramsOf } from '@lacre/letter/content/limits.ts'

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
