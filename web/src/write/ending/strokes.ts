import { mostPoints, mostStrokes, signatureBox, type Signature } from '@lacre/letter/looks/signature.ts'

export type Strokes = Signature['strokes']
type Point = { x: number; y: number }

/** Nearer points would only tell how the hand trembles. */
const leastApart = 6

const isFull = (strokes: Strokes) => strokes.reduce((sum, { length }) => sum + length / 2, 0) >= mostPoints
export const mayBegin = (strokes: Strokes): boolean => strokes.length < mostStrokes && !isFull(strokes)

/** The last stroke goes on to this point of the box, if that is far enough and there is room. */
export function drawTo(strokes: Strokes, { x, y }: Point): Strokes {
  const last = strokes.at(-1)
  if (!last || isFull(strokes)) return strokes
  const [fromX, fromY] = last.slice(-2) as [number, number]
  if (Math.hypot(x - fromX, y - fromY) < leastApart) return strokes
  return [...strokes.slice(0, -1), [...last, x, y]]
}

/** Where a pointer is in the box, whose place on the screen is `rect`; beyond its edge, at the edge. */
export function pointIn(
  rect: { left: number; top: number; width: number; height: number },
  at: { clientX: number; clientY: number },
): Point {
  const within = (part: number, most: number) => Math.round(Math.min(1, Math.max(0, part)) * most)
  return {
    x: within((at.clientX - rect.left) / rect.width, signatureBox.w),
    y: within((at.clientY - rect.top) / rect.height, signatureBox.h),
  }
}
