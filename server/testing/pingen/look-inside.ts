import { readPages } from '../../typesetting/testing/read-pdf.ts'

/** What their machines read on a page: `postage` is text where the stamp goes, which must be empty. */
export type Inside = { pages: number; address: string; postage: string }

const within = (from: number, to: number) => (at: number) => at >= from && at <= to
const inX = within(20, 109.5)

/** The areas of an A4 page with the address on the left, in millimetres. */
export async function lookInside(pdf: Buffer): Promise<Inside | undefined> {
  try {
    const pages = await readPages(pdf)
    const words = pages[0]?.words ?? []
    const textIn = (isIn: (y: number) => boolean) => {
      const lines = words.filter(({ x, y }) => inX(x) && isIn(y)).toSorted((a, b) => a.y - b.y || a.x - b.x)
      return lines.map(({ text }) => text).join('\n')
    }
    return { pages: pages.length, address: textIn(within(60, 88)), postage: textIn(within(40, 59.9)) }
  } catch {
    return undefined // no PDF at all
  }
}
