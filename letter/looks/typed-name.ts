/** The longest farewell; a name is shorter. */
const shortLine = 80
const longestName = 40

const farewell =
  /abra[zç]|beso|petó|petons|bises|bico|beij|aperta|musu|salud|atenta|cordial|afect|cari[nñ]|sincere|regards|grü|love|agur|gracias/iu
const isName = (line: string) =>
  line.length <= longestName && /\p{L}/u.test(line) && !/[.,:;!?…]$/.test(line) && !farewell.test(line)
/** Below a whole paragraph a short sentence is possible, too. */
const isProper = (line: string) =>
  line.split(/\s+/).every((word) => /^(?:\p{Lu}|(?:del?|la|y|i)$)/u.test(word))

/** How many of the last non-empty lines are the sender's typed name: none, one or two. */
export function countNameLines(lines: readonly string[]): number {
  const [last = '', before = '', over = ''] = lines.toReversed()
  if (!before || !isName(last)) return 0
  const isShort = (line: string) => !!line && line.length < shortLine
  if (isName(before) && isShort(over)) return 2
  return isShort(before) || isProper(last) ? 1 : 0
}

/** For the seal: the first letter of the sender's name. */
export function initialOf(name: string): string {
  const [letter = ''] = /(?![ºª])\p{L}/u.exec(name) ?? []
  return /^./u.exec(letter.toLocaleUpperCase('es'))?.[0] ?? ''
}
