const short = 1000
const times = 4
/** Linear work is once as much, quadratic work four times. */
const tooMuch = 2
/** Enough that a machine busy with other things has a quiet moment; only what is too steep needs them all. */
const enough = 200

function cost(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/**
 * Whether one input of 4n costs what four of n cost. Both are read in turns and the cheapest of each counts, so that
 * neither a loaded machine nor a collection of garbage decides; from the second turn on a good ratio is enough. In the first
 * a pattern is compiled, at the cost of the pieces.
 */
export function growsLinearly<Input>(
  reads: (input: Input) => unknown,
  make: (n: number) => Input,
  tries = enough,
): boolean {
  const pieces = Array.from({ length: times }, () => make(short))
  const whole = make(short * times)
  let [apart, together] = [Infinity, Infinity]
  for (let turn = 0; turn < tries; turn++) {
    apart = Math.min(
      apart,
      cost(() => pieces.forEach((piece) => reads(piece))),
    )
    together = Math.min(
      together,
      cost(() => reads(whole)),
    )
    if (turn > 0 && together <= tooMuch * apart) return true
  }
  return false
}
