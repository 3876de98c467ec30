export const inks = ['black', 'blue'] as const
export type Ink = (typeof inks)[number]

/** A signature as it was drawn: `x, y, x, y, …` for each stroke, whole numbers inside `signatureBox`. */
export type Signature = { colour: Ink; strokes: number[][] }

export const signatureBox = { w: 1000, h: 400 }
/** Half a metre of line, in little space. */
export const mostStrokes = 60
export const mostPoints = 1500

const inkColours: Record<Ink, string> = { black: '#000000', blue: '#1b3a8c' }
const millimetresPerUnit = 60 / signatureBox.w
const pen = 9

/** Printable: not empty, inside its box, and within the limits. */
export function isUsableSignature({ colour, strokes }: Signature): boolean {
  if (!(colour in inkColours) || !strokes.length || strokes.length > mostStrokes) return false
  if (strokes.reduce((sum, { length }) => sum + length, 0) > 2 * mostPoints) return false
  return strokes.every((stroke) => stroke.length >= 2 && stroke.length % 2 === 0 && stroke.every(isInside))
}

const isInside = (value: number, at: number) =>
  Number.isInteger(value) && value >= 0 && value <= (at % 2 ? signatureBox.h : signatureBox.w)

/** The drawing to print and show: smooth lines, cropped to the pen's width. */
export function signatureDrawing({ colour, strokes }: Signature): Drawing {
  const bounds = [0, 1].map((axis) => {
    const values = strokes.flatMap((stroke) => stroke.filter((_, at) => at % 2 === axis))
    const least = values.reduce((one, other) => Math.min(one, other), Infinity) - pen
    return { least, extent: values.reduce((one, other) => Math.max(one, other), 0) + pen - least }
  })
  const [across, down] = bounds as [(typeof bounds)[0], (typeof bounds)[0]]
  return {
    x: across.least,
    y: down.least,
    w: across.extent,
    h: down.extent,
    millimetres: across.extent * millimetresPerUnit,
    path: {
      d: strokes.map(smooth).join(''),
      fill: 'none',
      stroke: inkColours[colour],
      'stroke-width': pen,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
  }
}

/** A curve through the midpoints of the drawn points: no corners, and equal in every program. */
function smooth(stroke: number[]): string {
  const points = Array.from({ length: stroke.length / 2 }, (_, at) => [stroke[2 * at]!, stroke[2 * at + 1]!])
  const [first, ...rest] = points as [number[], ...number[][]]
  // A dot.
  if (!rest.length) return `M${first.join(' ')}h1`
  const curves = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1]!
    return `Q${point.join(' ')} ${point.map((value, axis) => (value + next[axis]!) / 2).join(' ')}`
  })
  return `M${first.join(' ')}${curves.join('')}L${rest.at(-1)!.join(' ')}`
}

/** A drawing for paper and screen: its box in its own units, and its path. */
export type Drawing = {
  x: number
  y: number
  w: number
  h: number
  /** Its width on paper. */
  millimetres: number
  /** The attributes of its one path. */
  path: Record<string, string | number>
}

/** As SVG. It contains no user text. */
export function svgOf({ x, y, w, h, path }: Drawing): string {
  const attributes = Object.entries(path).map(([name, value]) => ` ${name}="${value}"`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}"><path${attributes.join('')}/></svg>`
}
