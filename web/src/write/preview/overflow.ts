import type { Node } from 'prosemirror-model'

const isLetter = /[\p{L}\p{N}]/u
const needleLength = 40

/** Only what reads the same in the editor and on paper, whatever hyphens and spaces the lines were broken with. */
const lettersOf = (text: string) => Array.from(text).filter((one) => isLetter.test(one))

/**
 * Where in the document the text goes on that stands after the last page that can be sent. The words decide; a
 * repeated sentence is found by how much stands before it.
 */
export function overflowAt(doc: Node, printed: { before: string; after: string }): number {
  const letters: string[] = []
  const positions: number[] = []
  doc.descendants((node, at) => {
    const caption = (node.attrs['caption'] as string | null | undefined) ?? ''
    let offset = 0
    for (const one of node.text ?? caption) {
      if (isLetter.test(one)) {
        letters.push(one)
        positions.push(at + (node.isText ? offset : 0))
      }
      offset += one.length
    }
  })
  const expected = lettersOf(printed.before).length
  const needle = lettersOf(printed.after).slice(0, needleLength)
  const found = nearest(letters, needle, expected)
  return positions[found ?? Math.min(expected, positions.length - 1)] ?? 0
}

function nearest(letters: string[], needle: string[], expected: number): number | undefined {
  if (needle.length === 0) return undefined
  let best: number | undefined
  for (let at = letters.indexOf(needle[0]!); at >= 0; at = letters.indexOf(needle[0]!, at + 1)) {
    const isBetter = best === undefined || Math.abs(at - expected) < Math.abs(best - expected)
    if (isBetter && needle.every((one, offset) => letters[at + offset] === one)) best = at
  }
  return best
}
