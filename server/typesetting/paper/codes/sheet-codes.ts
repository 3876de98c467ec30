import { drawSquares } from './squares.ts'

/** The same squares for every code, so that each is as large: 18 characters at most. */
const modules = 18
/** As light as is read without fail, printed and scanned badly (docs/decisions/paper.md). */
const grey = '#444'

let sample: Promise<string> | undefined

/** A Data Matrix as SVG for each sheet, `<start>.<sheet>.<sheets>`: the print room checks by it that all of them went into one envelope. */
export const drawSheetCodes = (start: string, sheets: number): Promise<string[]> =>
  Promise.all(Array.from({ length: sheets }, (_, i) => draw(`${start}.${i + 1}.${sheets}`)))

/** What a preview shows in its place: it says what it is, and no print room knows it. */
export const sampleCode = (): Promise<string> => (sample ??= draw('MUESTRA DE LACRE'))

const draw = (text: string): Promise<string> =>
  drawSquares('datamatrix', text, `version=${modules}x${modules}`, grey)
