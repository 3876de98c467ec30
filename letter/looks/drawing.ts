/** A drawing of lines and areas, the same on paper and on the screen: where it lies in its own units, and what it is. */
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

/** As SVG. Nothing of it is a text that somebody wrote. */
export function svgOf({ x, y, w, h, path }: Drawing): string {
  const attributes = Object.entries(path).map(([name, value]) => ` ${name}="${value}"`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}"><path${attributes.join('')}/></svg>`
}
