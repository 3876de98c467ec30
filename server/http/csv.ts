/** A table as a spreadsheet in Spain opens it: byte order mark, semicolons, and whatever decimal commas its cells have. */
export const csv = (rows: string[][]): string =>
  '\u{feff}' + rows.map((row) => row.map(cell).join(';') + '\r\n').join('')

/** A cell that begins like a formula would be run by the spreadsheet: an apostrophe makes it text; a sum is none. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !/^-\d+,\d\d$/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
