import type { CreatedLetter } from '@lacre/letter/calls.ts'

/** What the letters of an order cost together: their own lines, summed by code. */
export function sumOf(letters: readonly CreatedLetter[]): Pick<CreatedLetter, 'lines' | 'total'> {
  const lines = new Map<string, CreatedLetter['lines'][number]>()
  for (const line of letters.flatMap((letter) => letter.lines)) {
    const cents = (lines.get(line.code)?.cents ?? 0) + line.cents
    lines.set(line.code, { ...line, cents })
  }
  return { lines: [...lines.values()], total: letters.reduce((sum, { total }) => sum + total, 0) }
}
