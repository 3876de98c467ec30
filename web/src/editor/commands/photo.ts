import { closeHistory } from 'prosemirror-history'
import { NodeSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { captionFrom, type PhotoSize } from '@lacre/letter/content/tree.ts'
import { schema } from '../document/schema.ts'

/** The selected picture; `at` is its position in the document. */
export type PickedPhoto = { at: number; src: string; size: PhotoSize | null; caption: string }

export function photoHere({ selection }: EditorState): PickedPhoto | undefined {
  if (!(selection instanceof NodeSelection) || selection.node.type !== schema.nodes.image) return undefined
  const { src, size, caption } = selection.node.attrs
  return {
    at: selection.from,
    src: String(src),
    size: size as PhotoSize | null,
    caption: (caption as string | null) ?? '',
  }
}

const change =
  (
    at: number,
    name: 'src' | 'size' | 'caption',
    value: string | null,
    group: (tr: Transaction) => Transaction,
  ): Command =>
  ({ doc, tr }, dispatch) => {
    const picture = doc.nodeAt(at)
    if (picture?.type !== schema.nodes.image || picture.attrs[name] === value) return false
    dispatch?.(group(tr.setNodeAttribute(at, name, value)))
    return true
  }
/** Null: its own size. */
export const photoSize = (at: number, size: PhotoSize | null) => change(at, 'size', size, closeHistory)
export const turnPhoto = (at: number, turned: string) => change(at, 'src', turned, closeHistory)

export async function turnedRight(src: string): Promise<string> {
  const image = new Image()
  image.src = src
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  const canvas = Object.assign(document.createElement('canvas'), { width: height, height: width })
  const pen = canvas.getContext('2d')
  pen?.translate(height, 0)
  pen?.rotate(Math.PI / 2)
  pen?.drawImage(image, 0, 0)
  return canvas.toDataURL(src.startsWith('data:image/png') ? 'image/png' : 'image/jpeg', 0.9)
}

/**
 * An empty caption removes it. Typing during one visit of the field is undone like text, by the second: the history only
 * groups attribute changes of one composition.
 */
export const photoCaption = (at: number, caption: string, visit: object) =>
  change(at, 'caption', captionFrom(caption) ?? null, (tr) => tr.setMeta('composition', visit))
