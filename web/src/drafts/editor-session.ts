import { trusted } from '../editor/document/trusted.ts'
import { openEditor } from '../editor/editor.ts'
import { spellIn } from '../editor/language.ts'
import { applyLooks } from '../editor/looks.ts'
import { pictureSource } from '../editor/pictures/scale.ts'
import { keepVersions } from '../journal/keep-versions.ts'
import { keepLooks, looksToSend, watchChoices } from '../journal/kept-looks.ts'
import type { Reason } from '../journal/version-reason.ts'
import { browserStore } from '../storage.ts'
import type { DraftJournal } from './draft-journal.ts'
import { draftState, type Trouble } from './draft-state.ts'
import { laterThan } from './later-than.ts'
import { draftKeeper, forgetDraft, hiddenDraft, loadDraft, stampOf } from './draft.ts'

/** After one visit the writing page opens without a network too (design.md#writing-offline). */
function workOffline(): void {
  // In development the files have no lasting names.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    // Refused in some private windows; then the page needs its network, as it does without this.
    void navigator.serviceWorker.register(trusted.createScriptURL('/service-worker.js')).catch(() => {})
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}

/**
 * Keeps as a version the text that another took the place of, or that was left with its page, with the pictures that
 * were still on their way into it. `base`: when it was last changed; what is erased meanwhile stays erased.
 */
async function keepPendingPictures(
  whole: Promise<string | undefined>,
  base = Date.now(),
): Promise<'picture-in-version' | 'picture-lost' | undefined> {
  const looks = looksToSend()
  const html = await whole
  if (html === undefined) return undefined
  return (await keepVersions([html], 'picture', { base, looks })) ? 'picture-in-version' : 'picture-lost'
}

/** The editor of the page and what belongs to it; it may be there before React. */
export type EditorSession = ReturnType<typeof openEditorSession>

let first: EditorSession | undefined

/** Trouble of a closed session, which the next one shows. */
let pendingTrouble: Trouble | undefined
function reportTrouble(trouble: Trouble | undefined) {
  if (!trouble) return
  first?.state.setTrouble(trouble)
  pendingTrouble = first ? undefined : trouble
}

/** The editor session of this host: the one that the island has opened there, or a new one. */
export function editorSessionIn(host: HTMLElement): EditorSession {
  if (first?.host === host) return first
  closeEditorSession()
  first = openEditorSession(host)
  reportTrouble(pendingTrouble)
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

function openEditorSession(host: HTMLElement) {
  const store = browserStore()
  const held = loadDraft(store)
  const entry = { html: held, ...stampOf(store, held) }
  const state = draftState()
  let journal: DraftJournal | undefined
  const now = laterThan(entry.at, () => journal?.changedAt())
  const keeper = draftKeeper(store, state.onStored, { held, now })
  const opening = Promise.withResolvers<DraftJournal | undefined>()
  let isChanged = false
  let isClosed = false
  const journalOnceOpen = () => (state.hasJournal() ? journal : undefined)

  const editor = openEditor(host, {
    html: held,
    onChange(html) {
      isChanged = true
      keeper.keep(html)
      state.onWritten(html)
      journal?.typed()
    },
    onLooks: keepLooks,
    pictureSource,
    onTold: (told) => state.setTrouble({ told }),
    onPicturesPending: (whole) => void keepPendingPictures(whole, journal?.changedAt()).then(reportTrouble),
  })
  state.onWritten(held)
  const looks = applyLooks(host)
  const stopSpelling = spellIn(editor)
  // The account's copy and other devices have them too.
  const stopKeeping = watchChoices(() => journal?.typed())

  function show(html: string, at?: number) {
    if (isClosed) return // the journal answers late: whoever comes back is shown it
    const shown = editor.html()
    editor.open(html)
    looks.again()
    isChanged = false
    keeper.confirm()
    // An empty one is the next letter: its predecessor was sent or erased.
    if (html) keeper.keep(html, at)
    else {
      keeper.drop()
      forgetDraft(store, shown)
    }
    state.onWritten(html)
  }
  async function keepVersion(because: Reason): Promise<boolean> {
    const html = editor.html()
    const isKept = await keepVersions([html], because, { base: journal?.changedAt() })
    if (isClosed) return false
    if (!isKept) state.setTrouble('not-replaced')
    // A photo may have come meanwhile.
    return isKept && (editor.html() === html || keepVersion(because))
  }
  // After the first paint: what is typed before it comes is kept by local storage alone.
  requestAnimationFrame(() =>
    setTimeout(() => {
      bringJournal()
        .catch(() => state.onJournalNews('refused'))
        .finally(() => opening.resolve(journalOnceOpen()))
      workOffline()
    }),
  )
  async function bringJournal() {
    const [{ openJournal }, { keepJournal }] = await Promise.all([
      import('../journal/journal.ts'),
      import('./draft-journal.ts'),
    ])
    const database = await openJournal()
    if (isClosed) return database.close()
    const letter = { html: editor.html, show, entry, hidden: hiddenDraft(store) }
    journal = keepJournal(database, letter, state.onJournalNews, now)
    if (isChanged) journal.typed()
    await journal.opened
    keeper.confirm()
    state.onJournalOpened()
  }

  return {
    host,
    editor,
    /** How the letter is kept, and what went wrong with that. */
    state,
    /** The journal of versions, once it has come; never where the browser allows none. */
    journal: journalOnceOpen,
    /** The same for who can wait: it may still be opening. */
    openedJournal: () => opening.promise,
    /** Makes the letter a version before another takes its place. False: it must stay, and the page says so. */
    keepVersion,
    /** Another text, which nobody typed here, in the place of this one; it is kept, and it cannot be undone. */
    show(html: string) {
      show(html)
      journal?.drop()
    },
    /** Keeps at once what still waits. */
    flush() {
      keeper.flush()
      void journal?.flush()
    },
    /** Forgets what still waits: the letter is paid. */
    drop() {
      keeper.drop()
      journal?.drop()
    },
    close() {
      isClosed = true
      looks.stop()
      stopSpelling()
      stopKeeping()
      opening.resolve(undefined)
      keeper.close()
      void journal?.close()
      editor.close()
    },
  }
}
