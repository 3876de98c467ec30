/** Whether `written` differs by one letter: missing, added, wrong, or swapped with its neighbour. */
export function isSlip(written: string, meant: string): boolean {
  let at = 0
  while (at < meant.length && written[at] === meant[at]) at++
  const [left, right] = [written.slice(at), meant.slice(at)]
  const isSwap = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  const isOne = [left.slice(1) === right, left === right.slice(1), left.slice(1) === right.slice(1)]
  return written !== meant && (isSwap || isOne.includes(true))
}
