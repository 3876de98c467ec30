import { priceCodes, type PriceLine } from './price.ts'
import { sum } from './money.ts'

/** What letters that are paid together cost, line by line: `Franqueo nacional ordinario × 30`. Of one letter, its own lines. */
export const sumLines = (letters: PriceLine[][]): PriceLine[] =>
  priceCodes.flatMap((code) => {
    const lines = letters.flatMap((one) => one.filter((line) => line.code === code))
    const [first] = lines
    if (!first) return []
    const label = lines.length > 1 ? `${first.label} × ${lines.length}` : first.label
    return [{ code, label, cents: sum(lines.map(({ cents }) => cents)) }]
  })
