import { loadDraft, type Kept } from './draft.ts'
import { draftKeeper } from './draft-keeper.ts'
import { openEditor, type Editor } from './editor/editor.ts'
import type { PictureProblem } from './editor/pictures/picture-drop.ts'
import { pictureSource } from './editor/pictures/scale.ts'
import { browserStore } from './storage.ts'

export type Trouble = PictureProblem | Exclude<Kept, 'whole'>

/** The editor of the page and what belongs to it; it may be there before React. */
export type Desk = {
  place: HTMLElement
  editor: Editor
  keeper: ReturnType<typeof draftKeeper>
  /** The last thing that went wrong, until `hideTrouble`. */
  trouble: () => Trouble | undefined
  hideTrouble: () => void
  /** The storage holds less than the editor: the last change did not fit. */
  isUnkept: () => boolean
  onTrouble: (listener: () => void) => () => void
}

let first: Desk | undefined

/** The desk of this place: the one the island already opened there, or a new one. */
export function deskIn(place: HTMLElement): Desk {
  if (first?.place === place) return first
  closeDesk()
  first = openDesk(place)
  return first
}

/** Whether an editor is at work in the page at this moment. */
export const isDeskOpen = (): boolean => first?.place.isConnected ?? false

/** Closes the desk of this place, or whichever is open. */
export function closeDesk(place = first?.place): void {
  if (!first || first.place !== place) return
  first.keeper.close()
  first.editor.close()
  first = undefined
}

function openDesk(place: HTMLElement): Desk {
  const store = browserStore()
  const listeners = new Set<() => void>()
  let trouble: Trouble | undefined
  let lastKept: Kept = 'whole'
  const tell = (what: Trouble | undefined) => {
    if (trouble === what) return
    trouble = what
    listeners.forEach((listener) => listener())
  }
  const keeper = draftKeeper(store, (kept) => {
    lastKept = kept
    if (kept !== 'whole') tell(kept)
    else if (trouble === 'refused' || trouble === 'without-pictures') tell(undefined)
  })
  const editor = openEditor(place, {
    html: loadDraft(store),
    onChange: (html) => keeper.keep(html),
    pictureSource,
    onProblem: tell,
  })
  return {
    place,
    editor,
    keeper,
    trouble: () => trouble,
    hideTrouble: () => tell(undefined),
    isUnkept: () => lastKept !== 'whole',
    onTrouble(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
