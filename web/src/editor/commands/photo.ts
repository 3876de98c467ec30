import { closeHistory } from 'prosemirror-history'
import { NodeSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { captionFrom, type PhotoSize } from '@lacre/letter/content/tree.ts'
import { schema } from '../document/schema.ts'

/** The picture that is picked; `at` is its place in the document. */
export type PickedPhoto = { at: number; size: PhotoSize | null; caption: string }

export function photoHere({ selection }: EditorState): PickedPhoto | undefined {
  if (!(selection instanceof NodeSelection) || selection.node.type !== schema.nodes.image) return undefined
  const { size, caption } = selection.node.attrs
  return { at: selection.from, size: size as PhotoSize | null, caption: (caption as string | null) ?? '' }
}

const change =
  (
    at: number,
    name: 'size' | 'caption',
    value: string | null,
    group: (tr: Transaction) => Transaction,
  ): Command =>
  ({ doc, tr }, dispatch) => {
    const picture = doc.nodeAt(at)
    if (picture?.type !== schema.nodes.image || picture.attrs[name] === value) return false
    dispatch?.(group(tr.setNodeAttribute(at, name, value)))
    return true
  }
/** None: as large as it is. */
export const photoSize = (at: number, size: PhotoSize | null) => change(at, 'size', size, closeHistory)
/**
 * None takes the caption away. What is typed in one visit of its field is undone like text, by the second: the history
 * puts changes of an attribute together only where they are of one composition.
 */
export const photoCaption = (at: number, caption: string, visit: object) =>
  change(at, 'caption', captionFrom(caption) ?? null, (tr) => tr.setMeta('composition', visit))
