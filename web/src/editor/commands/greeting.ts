import { places } from '@lacre/letter/recipients/called.ts'
import type { Command } from 'prosemirror-state'
import { schema } from '../document/schema.ts'

const greeting = /^(?:querid|hola|estimad|apreciad|benvolgud|maite|car[oa]|buenos|buenas)[^.!?]{0,60}[:,]?$/i
const within = 3

/** Replaces the greeting among the first paragraphs by the placeholder of each recipient's own; without one, puts it on top. */
export const insertGreeting: Command = ({ doc, tr }, dispatch) => {
  const words = schema.text(`${places.greeting}:`)
  let at = 0
  for (let index = 0; index < Math.min(doc.childCount, within); index++) {
    const { type, textContent, nodeSize } = doc.child(index)
    if (type.name === 'paragraph' && greeting.test(textContent.trim())) {
      dispatch?.(tr.replaceWith(at + 1, at + nodeSize - 1, words))
      return true
    }
    at += nodeSize
  }
  const first = doc.firstChild
  const isEmpty = first?.type.name === 'paragraph' && !first.content.size
  dispatch?.(isEmpty ? tr.insert(1, words) : tr.insert(0, schema.nodes.paragraph!.create(null, words)))
  return true
}
