/** What parts the cells of a row: whichever it has first in this order, outside of quotes. */
const separators = ['\t', ';', '|', ','] as const
type Separator = (typeof separators)[number]
const isSeparator = (one: string): one is Separator => (separators as readonly string[]).includes(one)

/** Its pieces between whatever might part cells, and what does stand between them. */
type Row = { pieces: string[]; between: Separator[]; hasQuotes: boolean }

/** A byte order mark, and the line by which a CSV tells a spreadsheet its separator. */
const head = /^\ufeff?(?:"?sep=([\t;|,])"?(?:\r?\n|\r|$))?/i

/**
 * The cells of each row of a spreadsheet or a CSV; rows may differ in their separator. A line that has none but commas
 * is one cell, for it may be a line of an address; an empty one is a row of one empty cell.
 */
export function readTable(text: string): string[][] {
  const [before = '', declaredSeparator] = head.exec(text) ?? []
  const body = text.slice(before.length)
  return (rowsOf(body, true) ?? rowsOf(body, false) ?? []).map((row) => cellsOf(row, declaredSeparator))
}

function cellsOf({ pieces, between, hasQuotes }: Row, declaredSeparator: string | undefined): string[] {
  const by = separators.find((one) => one === declaredSeparator && between.includes(one)) ?? first(between)
  const isLine = by === ',' && by !== declaredSeparator && !hasQuotes
  const cells = [pieces[0] ?? '']
  for (const [at, separator] of between.entries()) {
    const piece = pieces[at + 1] ?? ''
    if (separator === by && !isLine) cells.push(piece)
    else cells.push(`${cells.pop()}${separator}${piece}`)
  }
  // A table with lines on both sides.
  const isFramed = by === '|' && cells.length > 2 && !cells[0]!.trim() && !cells.at(-1)!.trim()
  return isFramed ? cells.slice(1, -1) : cells
}

const first = (between: Separator[]) => separators.find((one) => between.includes(one))

/** Quotes keep separators and line ends in a cell; undefined when one is never closed, and then they mean nothing. */
function rowsOf(text: string, mayQuote: boolean): Row[] | undefined {
  const rows: Row[] = []
  let row: Row = { pieces: [], between: [], hasQuotes: false }
  let piece = ''
  let isQuoted = false
  const end = () => {
    row.pieces.push(piece)
    piece = ''
  }
  const endRow = () => {
    end()
    rows.push(row)
    row = { pieces: [], between: [], hasQuotes: false }
  }
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at)
    if (isQuoted && one === '"' && text[at + 1] === '"') piece += text[++at]
    else if (isQuoted) {
      if (one === '"') isQuoted = false
      else piece += one
    } else if (mayQuote && one === '"' && piece === '') isQuoted = row.hasQuotes = true
    else if (isSeparator(one)) {
      end()
      row.between.push(one)
    } else if (one === '\n' || one === '\r') {
      endRow()
      if (one === '\r' && text[at + 1] === '\n') at++
    } else piece += one
  }
  endRow()
  return isQuoted ? undefined : rows
}
