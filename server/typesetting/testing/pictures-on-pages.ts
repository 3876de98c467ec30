import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Matrix = [number, number, number, number, number, number]
const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]
const millimetres = (points: number) => (points / 72) * 25.4

/** Every picture in the order it is drawn, in millimetres from the top left corner of its page. */
export async function picturesOnPages(pdf: Buffer) {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await task.promise
  const found: { page: number; x: number; y: number; w: number; h: number }[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const height = page.view[3] ?? 0
    const { fnArray, argsArray } = await page.getOperatorList()
    let matrix: Matrix = [1, 0, 0, 1, 0, 0]
    const outer: Matrix[] = []
    for (const [at, operation] of fnArray.entries()) {
      if (operation === OPS.save) outer.push(matrix)
      else if (operation === OPS.restore) matrix = outer.pop() ?? matrix
      else if (operation === OPS.transform) matrix = times(matrix, argsArray[at] as Matrix)
      else if (operation === OPS.paintImageXObject) {
        const [w, , , h, x, y] = matrix
        const top = height - Math.max(y, y + h)
        found.push({
          page: number,
          x: millimetres(x),
          y: millimetres(top),
          w: millimetres(Math.abs(w)),
          h: millimetres(Math.abs(h)),
        })
      }
    }
  }
  await task.destroy()
  return found
}
