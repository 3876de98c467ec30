import { countNameLines } from '@lacre/letter/looks/typed-name.ts'
import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { drawEnding } from './looks.ts'

type Line = { at: number; text: string }

/** The last lines with text and their positions, up to a picture, list or quote. */
function lastLines(doc: Node): Line[] {
  const lines: Line[] = []
  let end = doc.content.size
  for (let index = doc.childCount - 1; index >= 0 && lines.length < 3; index--) {
    const block = doc.child(index)
    end -= block.nodeSize
    const isBare = !block.textContent.trim() && !block.childCount
    if (block.type.name !== 'paragraph' && !isBare) break
    const inside: Line[] = [{ at: end, text: '' }]
    let hasPicture = false
    block.forEach((child, offset) => {
      if (child.isText) inside.at(-1)!.text += child.text
      else if (child.type.name === 'hard_break') inside.push({ at: end + offset + 2, text: '' })
      else hasPicture = true
    })
    if (hasPicture) break
    lines.unshift(...inside.map((line) => ({ ...line, text: line.text.trim() })).filter(({ text }) => text))
  }
  return lines
}

/** Shows the signature above the typed name, as printed; without such a name looks.ts puts it under the text. */
export const signing = () =>
  new Plugin({
    props: {
      decorations({ doc }) {
        const { row, key } = drawEnding()
        const lines = row ? lastLines(doc) : []
        const count = countNameLines(lines.map(({ text }) => text))
        if (!row || !count) return null
        const widget = { side: -1, ignoreSelection: true, key }
        return DecorationSet.create(doc, [
          Decoration.widget(lines.at(-count)!.at, () => row.cloneNode(true), widget),
        ])
      },
    },
  })
