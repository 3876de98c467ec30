/**
 * The one line above the recipient, from longest to shortest: the template prints the first that fits. The post needs
 * street and town to bring a letter back, so the name goes first, then the end of the street; the town stays.
 */
export function returnLines(sender: string[]): string[] {
  const [, street = '', town = ''] = sender
  const line = (...parts: string[]) => 'Rte.: ' + parts.filter(Boolean).join(' – ')
  const shorter = [40, 34, 28, 22, 16, 10, 4]
    .filter((length) => length < street.length)
    .map((length) => line(`${cut(street, length)}…`, town))
  const shortest = [30, 20, 10].map((length) => line(`${cut(street, 4)}…`, `${cut(town, length)}…`))
  return [line(...sender), line(...sender.slice(0, 3)), line(street, town), ...shorter, ...shortest]
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })
const cut = (text: string, length: number) =>
  [...graphemes.segment(text)]
    .slice(0, length)
    .map((part) => part.segment)
    .join('')
    .trimEnd()
