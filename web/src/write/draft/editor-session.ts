import { hiddenDraft, loadDraft } from './storage/draft.ts'
import type { AccountNews } from './draft-account.ts'
import type { DraftJournal } from './draft-journal.ts'
import { draftKeeper } from './storage/draft-keeper.ts'
import { stampOf } from './storage/draft-stamp.ts'
import { draftState, type Keeping, type Trouble } from './draft-state.ts'
import { openEditor, type Editor } from '../editor/editor.ts'
import { pictureSource } from '../editor/pictures/scale.ts'
import { browserStore } from './storage/storage.ts'

export type { Trouble }

/** The editor of the page and what belongs to it; it may be there before React. */
export type EditorSession = {
  host: HTMLElement
  editor: Editor
  /** `flush` keeps at once what still waits, `drop` forgets it: the letter is paid. */
  keeper: { flush: () => void; drop: () => void }
  /** The journal of versions, once it has come; never where the browser allows none. */
  journal: () => DraftJournal | undefined
  /** Another text, changed at `at`, which nobody typed here, in the place of this one; it is kept, not undone. */
  show: (html: string, at?: number) => void
  keeping: () => Keeping
  /** Hears of the account's copy. */
  onAccountNews: (news: AccountNews) => void
  /** The last thing that went wrong, until `hideTrouble`. */
  trouble: () => Trouble | undefined
  hideTrouble: () => void
  /** The storage holds less than the editor: the last change did not fit. */
  isUnkept: () => boolean
  /** Hears of `trouble`, `keeping` and `journal`. */
  subscribe: (listener: () => void) => () => void
}

let first: (EditorSession & { close: () => void }) | undefined

/** The editor session of this host: the one that the island has opened there, or a new one. */
export function editorSessionIn(host: HTMLElement): EditorSession {
  if (first?.host === host) return first
  closeEditorSession()
  first = openEditorSession(host)
  return first
}

/** Whether an editor is at work in the page at this moment. */
export const isEditorOpen = (): boolean => first?.host.isConnected ?? false

/** Closes the session of this host, or whichever is open. */
export function closeEditorSession(host = first?.host): void {
  if (!first || first.host !== host) return
  first.close()
  first = undefined
}

function openEditorSession(host: HTMLElement): EditorSession & { close: () => void } {
  const store = browserStore()
  const held = loadDraft(store)
  const entry = { html: held, at: stampOf(store, held) }
  const state = draftState()
  const keeper = draftKeeper(store, state.storeSaid, { held })
  let journal: DraftJournal | undefined
  let isChanged = false
  let isClosed = false

  const editor = openEditor(host, {
    html: held,
    onChange(html) {
      isChanged = true
      keeper.keep(html)
      state.wrote(html)
      journal?.changed()
    },
    pictureSource,
    onProblem: state.setTrouble,
  })
  state.wrote(held)

  function show(html: string, at?: number) {
    editor.open(html)
    isChanged = false
    // An empty one is the next letter: its predecessor was sent or erased, and the storage cleared.
    if (html) keeper.keep(html, at)
    else keeper.drop()
    state.wrote(html)
  }
  // After the first paint: what is typed before it comes is kept by local storage alone.
  requestAnimationFrame(() => setTimeout(() => void bringJournal().catch(() => state.journalSaid('refused'))))
  async function bringJournal() {
    const { keepJournal } = await import('./draft-journal.ts')
    const letter = { html: editor.html, isChanged: () => isChanged, show, entry, hidden: hiddenDraft(store) }
    const brought = await keepJournal(letter, state.journalSaid)
    if (isClosed) {
      await brought.close()
      return
    }
    journal = brought
    if (isChanged) journal.changed()
    state.journalCame()
  }

  return {
    host,
    editor,
    keeper: {
      flush() {
        keeper.flush()
        void journal?.flush()
      },
      drop() {
        keeper.drop()
        journal?.drop()
      },
    },
    journal: () => journal,
    show,
    keeping: state.keeping,
    onAccountNews: state.onAccountNews,
    trouble: state.trouble,
    hideTrouble: () => state.setTrouble(undefined),
    isUnkept: state.isUnkept,
    subscribe: state.onChange,
    close() {
      isClosed = true
      keeper.close()
      void journal?.close()
      editor.close()
    },
  }
}
