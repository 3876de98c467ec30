import type { Drawing } from './drawing.ts'

/** The edge of the drop of wax, and the L in it, as on the screen (web/src/ui/wax-seal.tsx). */
const waxEdge =
  'M48 3c11 .4 14 6.8 23 10.2 8.8 3.4 15.6 4 18 13.6 2.2 8.8-1.8 14-1.4 23 .4 9.2 4.6 14.8.4 23-4 8-11.2 8-19.2 13-8 4.8-12 10.2-21 10-9.2-.2-12.8-6.4-21.4-10-8.8-3.8-15.6-3.6-19-12.400C4.2 65 8.4 59.2 8.4 50c0-8.8-4.8-14.8-1.6-23.200C10 18 17.2 17.6 25.6 13.4 33.6 9.2 38 2.6 48 3Z'
const waxLetter = 'M35 31h19v3.800l-5.4 1V64h8.800l3.6-8.800h3.600L63.8 68H35v-3.800l5-1V35.800l-5-1z'
const circle = (r: number) => `M${48 - r} 50a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** Lacre's seal in one colour: ring and letter are the paper's. */
export const sealDrawing: Drawing = {
  x: 0,
  y: 0,
  w: 96,
  h: 100,
  millimetres: 16,
  path: { d: `${waxEdge}${circle(30)}${circle(28)}${waxLetter}`, fill: '#8e2a22', 'fill-rule': 'evenodd' },
}
