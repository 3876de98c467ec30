import { Fragment, Slice, type Node } from 'prosemirror-model'
import { EditorState, Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { toHtml } from '../document/html.ts'
import { schema } from '../document/schema.ts'
import { readCaret } from '../document/moved-caret.ts'
import { lacksPictures } from './lacks-pictures.ts'

export type PictureProblem = 'wrong-type' | 'unreadable' | 'not-handed-over'
export type PictureDeps = {
  /** Turns a png or jpeg into the address the letter keeps; undefined when it cannot be read. */
  pictureSource: (file: File) => Promise<string | undefined>
  onProblem: (problem: PictureProblem) => void
  /** Another text takes the place of one that waits for pictures: that one with them, undefined when none could be read. */
  onPicturesPending?: (whole: Promise<string | undefined>) => void
}
type Waiting = { at: number; images: Promise<Node[]> }

const isAccepted = ({ type }: File) => type === 'image/png' || type === 'image/jpeg'

/**
 * Dropped, pasted and chosen pictures (specification, section 2: png and jpeg). Scaling takes a moment in which one may
 * type on, so each waiting place moves along with the changes before it.
 */
export function pictureDrop({ pictureSource, onProblem, onPicturesPending }: PictureDeps) {
  const waiting = new Set<Waiting>()
  const underWay = new Set<Promise<void>>()

  function insert(view: EditorView, files: File[], at: number) {
    const pictures = files.filter(isAccepted)
    if (pictures.length < files.length) onProblem('wrong-type')
    if (!pictures.length) return
    const place = { at, images: scaled(pictures) }
    waiting.add(place)
    const putting = put(view, place).finally(() => underWay.delete(putting))
    underWay.add(putting)
  }

  async function scaled(pictures: File[]): Promise<Node[]> {
    const sources = await Promise.all(
      pictures.map((picture) => pictureSource(picture).catch(() => undefined)),
    )
    if (sources.includes(undefined)) onProblem('unreadable')
    return sources.flatMap((src) => (src ? [schema.nodes.image.create({ src })] : []))
  }

  async function put(view: EditorView, place: Waiting) {
    const images = await place.images
    const isStillWanted = waiting.delete(place)
    if (!isStillWanted || !images.length) return
    readCaret(view)
    view.dispatch(withImages(view.state, place.at, images).scrollIntoView())
  }

  /** They belong to the text that they were dropped into. */
  function leave(doc: Node) {
    const pending = [...waiting].toSorted((one, other) => other.at - one.at)
    waiting.clear()
    if (pending.length) onPicturesPending?.(whole(doc, pending))
  }
  async function whole(doc: Node, places: Waiting[]): Promise<string | undefined> {
    let state = EditorState.create({ doc })
    for (const { at, images } of places) {
      const read = await images
      if (read.length) state = state.apply(withImages(state, at, read))
    }
    return state.doc === doc ? undefined : toHtml(state.doc)
  }

  /** The words go in without them. */
  function tellMissing(from: DataTransfer | null) {
    if (lacksPictures(from?.getData('text/html') ?? '')) onProblem('not-handed-over')
    return false
  }

  /** Where the caret stands, in place of what is selected. */
  function add(view: EditorView, files: File[]) {
    const { from, empty } = view.state.selection
    if (!empty) view.dispatch(view.state.tr.deleteSelection())
    insert(view, files, from)
  }

  const plugin = new Plugin({
    state: {
      init: () => waiting.clear(), // another letter: what still waits for the last one is of an erased one
      apply(change) {
        for (const place of waiting) place.at = change.mapping.map(place.at, -1)
      },
    },
    props: {
      handlePaste(view, { clipboardData }) {
        const files = [...(clipboardData?.files ?? [])]
        // Word processors add a picture of the copied text: where there is text, the text is what was meant.
        if (!files.length || clipboardData?.getData('text/plain').trim()) return tellMissing(clipboardData)
        add(view, files)
        return true
      },
      handleDrop(view, event) {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (!files.length) return tellMissing(event.dataTransfer)
        event.preventDefault() // any file, also a refused one: else the browser leaves the page to show it
        const point = view.posAtCoords({ left: event.clientX, top: event.clientY })
        insert(view, files, point?.pos ?? view.state.selection.from)
        return true
      },
    },
  })
  return {
    plugin,
    add,
    leave,
    /** Resolves when those that are being scaled stand in the letter. */
    settled: async () => void (await Promise.allSettled(underWay)),
  }
}

const withImages = ({ tr }: EditorState, at: number, images: Node[]) =>
  tr.replaceRange(at, at, new Slice(Fragment.from(images), 0, 0))
