/** A cell in quotes, with what stands before it. */
const quoted = /(^|[\t;,\r\n])"(?:[^"]|"")*"/g

/**
 * The cells of a spreadsheet, of a CSV with semicolons or of one with commas: whichever the text has first in this order,
 * outside of quotes.
 */
export function readTable(text: string): string[][] {
  const bare = text.replace(quoted, '$1')
  const separator = ['\t', ';'].find((one) => bare.includes(one)) ?? ','
  return cellsOf(text, separator, true) ?? cellsOf(text, separator, false) ?? []
}

/** Quotes keep separators and line ends in a cell; undefined when one is never closed, and then they mean nothing. */
function cellsOf(text: string, separator: string, hasQuotes: boolean): string[][] | undefined {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const end = () => {
    rows.at(-1)!.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at)
    if (isQuoted && one === '"' && text[at + 1] === '"') cell += text[++at]
    else if (isQuoted) {
      if (one === '"') isQuoted = false
      else cell += one
    } else if (hasQuotes && one === '"' && cell === '') isQuoted = true
    else if (one === separator) end()
    else if (one === '\n' || one === '\r') {
      end()
      rows.push([])
    } else cell += one
  }
  end()
  return isQuoted ? undefined : rows
}
