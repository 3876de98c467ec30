/** On the whole price: the exemption of the post reaches the universal operator only (Ley 37/1992, arts. 20.Uno.1 and 90). */
export const taxPercent = 21

/** Cents of a price that has the tax in it: 329 are 272 and 57. */
export function splitTax(total: number, percent = taxPercent): { base: number; tax: number } {
  const size = Math.round((Math.abs(total) * 100) / (100 + percent))
  const base = total < 0 ? -size : size
  return { base, tax: total - base }
}

/** Each line without its tax; what rounding leaves goes to the largest, so that they sum to `base`. */
export function netLines<Line extends { cents: number }>(
  lines: Line[],
  base: number,
  percent = taxPercent,
): Line[] {
  const net = lines.map((line) => ({ ...line, cents: splitTax(line.cents, percent).base }))
  const left = base - net.reduce((sum, { cents }) => sum + cents, 0)
  const largest = net.reduce(
    (most, { cents }, at) => (Math.abs(cents) > Math.abs(net[most]!.cents) ? at : most),
    0,
  )
  return net.map((line, at) => (at === largest ? { ...line, cents: line.cents + left } : line))
}
