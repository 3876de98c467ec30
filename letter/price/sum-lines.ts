import { cents } from './money.ts'
import { priceCodes, type Price, type PriceLine } from './price.ts'

type Line = { code: string; label: string; cents: number }

/** What letters that are paid together cost, line by line: `Franqueo nacional ordinario × 30`. Of one letter, its own lines. */
export const sumLines = (letters: readonly (readonly Line[])[]): PriceLine[] =>
  priceCodes.flatMap((code) => {
    const lines = letters.flatMap((one) => one.filter((line) => line.code === code))
    const [first] = lines
    if (!first) return []
    const label = lines.length > 1 ? `${first.label} × ${lines.length}` : first.label
    return [{ code, label, cents: cents(lines.reduce((sum, line) => sum + line.cents, 0)) }]
  })

/** What so many letters cost together, before there are any. */
export const priceOfSeveral = ({ lines, total, currency }: Price, letters: number): Price => ({
  lines: sumLines(Array.from({ length: letters }, () => lines)),
  total: cents(total * letters),
  currency,
})
