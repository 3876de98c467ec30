import { Fragment, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '../document/schema.ts'
import { readCaret } from '../document/moved-caret.ts'
import { lacksPictures } from './lacks-pictures.ts'

export type PictureProblem = 'wrong-type' | 'unreadable' | 'not-handed-over'
export type PictureDeps = {
  /** Turns a png or jpeg into the address the letter keeps; undefined when it cannot be read. */
  pictureSource: (file: File) => Promise<string | undefined>
  onProblem: (problem: PictureProblem) => void
}

const isAccepted = ({ type }: File) => type === 'image/png' || type === 'image/jpeg'

/**
 * Dropped, pasted and chosen pictures (specification, section 2: png and jpeg). Scaling takes a moment in which one may
 * type on, so each waiting place moves along with the changes before it.
 */
export function pictureDrop({ pictureSource, onProblem }: PictureDeps) {
  const waiting = new Set<{ at: number }>()
  const underWay = new Set<Promise<void>>()

  function insert(view: EditorView, files: File[], place: { at: number }) {
    const putting = scaleAndPut(view, files, place).finally(() => underWay.delete(putting))
    underWay.add(putting)
  }

  async function scaleAndPut(view: EditorView, files: File[], place: { at: number }) {
    const pictures = files.filter(isAccepted)
    if (pictures.length < files.length) onProblem('wrong-type')
    if (!pictures.length) return

    waiting.add(place)
    const sources = await Promise.all(
      pictures.map((picture) => pictureSource(picture).catch(() => undefined)),
    )
    const isStillWanted = waiting.delete(place) && !view.isDestroyed
    if (sources.includes(undefined)) onProblem('unreadable')
    const images = sources.flatMap((src) => (src ? [schema.nodes.image.create({ src })] : []))
    if (!isStillWanted || !images.length) return

    readCaret(view)
    const slice = new Slice(Fragment.from(images), 0, 0)
    view.dispatch(view.state.tr.replaceRange(place.at, place.at, slice).scrollIntoView())
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
    insert(view, files, { at: from })
  }

  const plugin = new Plugin({
    state: {
      init: () => waiting.clear(), // another letter: what waits for the last one is dropped
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
        insert(view, files, { at: point?.pos ?? view.state.selection.from })
        return true
      },
    },
  })
  return {
    plugin,
    add,
    /** Resolves when those that are being scaled stand in the letter. */
    settled: async () => void (await Promise.allSettled(underWay)),
  }
}
