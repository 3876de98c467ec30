import { expect, test } from 'vitest'
import { growsLinearly } from '../content/testing/growth.ts'
import {
  svgOf,
  isUsableSignature,
  mostPoints,
  mostStrokes,
  signatureDrawing,
  type Signature,
} from './signature.ts'

const of = (...strokes: number[][]): Signature => ({ colour: 'blue', strokes })
const line = (points: number) => Array.from({ length: 2 * points }, (_, at) => (at * 7) % 400)

test.each<[string, number[][], boolean]>([
  ['a line', [[0, 0, 1000, 400]], true],
  ['a dot', [[5, 5]], true],
  ['as many points as there may be', [line(mostPoints)], true],
  ['as many strokes as there may be', Array.from({ length: mostStrokes }, () => [1, 1]), true],
  ['nothing', [], false],
  ['an empty stroke', [[]], false],
  ['half a point', [[1, 2, 3]], false],
  ['beyond the right edge', [[1001, 0]], false],
  ['beyond the lower edge', [[0, 401]], false],
  ['before the left edge', [[-1, 0]], false],
  ['no whole number', [[0.5, 1]], false],
  ['no number', [[NaN, 1]], false],
  ['one point too many', [line(mostPoints), [1, 1]], false],
  ['one stroke too many', Array.from({ length: mostStrokes + 1 }, () => [1, 1]), false],
])('%s can be printed as a signature: %j, %s', (_, strokes, isUsable) => {
  expect(isUsableSignature(of(...strokes))).toBe(isUsable)
})

test('what is drawn becomes one smooth path, cut out to its ink, each part once and always the same', () => {
  const signature = of([100, 100, 140, 60, 200, 100], [300, 80])
  expect(signatureDrawing(signature)).toEqual({
    x: 91,
    y: 51,
    w: 218,
    h: 58,
    millimetres: 13.08,
    path: {
      d: 'M100 100Q140 60 170 80L200 100M300 80h1',
      fill: 'none',
      stroke: '#1b3a8c',
      'stroke-width': 9,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
  })
  expect(svgOf(signatureDrawing(signature))).toBe(svgOf(signatureDrawing(structuredClone(signature))))
})

test('four times the strokes cost four times the work (design/load.md#linear-readers)', () => {
  for (const reads of [isUsableSignature, (signature: Signature) => svgOf(signatureDrawing(signature))]) {
    expect(growsLinearly(reads, (n) => of(line(n)))).toBe(true)
    expect(growsLinearly(reads, (n) => of(...Array.from({ length: n }, () => [1, 2, 3, 4])))).toBe(true)
  }
})
