import { profile } from '@lacre/letter/paper-profile.ts'
import bwip from 'bwip-js/node'
import { drawPage } from './read-pdf.ts'

const across = 18

/** The squares of a sheet code that says this, row by row: 1 is dark. */
export function squaresOf(text: string): string {
  const [symbol] = bwip.raw('datamatrix', text, `version=${across}x${across}`)
  return symbol && 'pixs' in symbol ? symbol.pixs.join('') : ''
}

/** The squares at the place of the sheet code as they are on paper. */
export async function readSquares(pdf: Buffer, page = 1): Promise<string> {
  const colourAt = await drawPage(pdf, page, 600)
  const { x, y, w } = profile.sheetCode
  const middle = (at: number) => ((at + 0.5) * w) / across
  return Array.from({ length: across ** 2 }, (_, at) => {
    const [red] = colourAt(x + middle(at % across), y + middle(Math.floor(at / across)))
    return red < 200 ? 1 : 0
  }).join('')
}
