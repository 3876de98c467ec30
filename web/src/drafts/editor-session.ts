import { trusted } from '../editor/document/trusted.ts'
import { openEditor } from '../editor/editor.ts'
import { spellIn } from '../editor/language.ts'
import { applyLooks } from '../editor/looks.ts'
import { pictureSource } from '../editor/pictures/scale.ts'
import { draftKeeper, forgetDraft, hiddenDraft, loadDraft, stampOf } from './draft.ts'
import { draftState, type Trouble } from './draft-state.ts'
import { keptAddresses, watchAddresses, watchAddressesHere } from './kept-addresses.ts'
import { keepLooks, looksToSend, watchChoices } from '../editor/kept-looks.ts'
import type { Store } from './store.ts'
import { keepVersions, loadDatabase } from './tabs.ts'
import type { Reason } from './version-reason.ts'

/** After one visit the writing page opens without a network too (design/writing.md#writing-offline). */
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
 * were still on their way into it. `base`: of the text before, so that what is erased meanwhile stays erased.
 */
async function keepPendingPictures(
  whole: Promise<string | undefined>,
  base: number | undefined,
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
  // On a touch screen the keyboard would cover the page.
  const isTouch = matchMedia('(pointer: coarse)').matches
  if (!isTouch && document.activeElement === document.body) first.editor.focus()
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
  const html = loadDraft()
  const held = { html, stamp: stampOf(html), hidden: hiddenDraft() }
  const state = draftState()
  const opening = Promise.withResolvers<Store | undefined>()
  let store: Store | undefined
  let isChanged = false
  let isClosed = false
  const base = () => (store ? store.base() : held.stamp?.base)
  const keeper = draftKeeper(state.onStored, base)
  const storeOnceOpen = () => (state.hasVersions() ? store : undefined)
  function typed() {
    isChanged = true
    store?.typed()
  }

  const editor = openEditor(host, {
    html,
    onChange(html) {
      keeper.keep(html)
      state.onWritten(html)
      typed()
    },
    onLooks: keepLooks,
    pictureSource,
    onTold: (told) => state.setTrouble({ told }),
    onPicturesPending: (whole) => void keepPendingPictures(whole, base()).then(reportTrouble),
  })
  state.onWritten(html)
  const looks = applyLooks(host, editor.view)
  // Looks and addresses are kept in the account too; another tab keeps its own changes.
  const stops = [spellIn(editor), watchChoices(typed), watchAddressesHere(typed), watchAddresses(looks.again)]

  function show(html: string, from?: number) {
    if (isClosed) return // the database answers late: the next visit shows it
    const shown = editor.html()
    editor.open(html)
    looks.again()
    // An empty one is the next letter: its predecessor was sent or erased.
    if (html) keeper.keep(html, from)
    else {
      keeper.drop()
      forgetDraft(shown)
    }
    state.onWritten(html)
  }
  async function keepVersion(because: Reason): Promise<boolean> {
    const html = editor.html()
    const isKept = await keepVersions([html], because, { base: base() })
    if (isClosed) return false
    if (!isKept) state.setTrouble('not-replaced')
    // A photo may have come meanwhile.
    return isKept && (editor.html() === html || keepVersion(because))
  }
  // After the first paint: what is typed before it comes is kept by local storage alone.
  requestAnimationFrame(() =>
    setTimeout(() => {
      bringStore()
        .catch(() => state.onKept(false))
        .finally(() => opening.resolve(storeOnceOpen()))
      workOffline()
    }),
  )
  async function bringStore() {
    const [{ openLetters }, { openStore }] = await Promise.all([loadDatabase(), import('./store.ts')])
    const letters = await openLetters()
    if (isClosed) return letters.close()
    const text = () => ({ html: editor.html(), looks: looksToSend(), addresses: keptAddresses() })
    const { onKept, setTrouble: onTrouble } = state
    store = openStore(letters, { text, show, held, onKept, onTrouble })
    if (isChanged) store.typed()
    await store.opened
    state.onOpened()
  }

  const flush = () => void store?.flush()
  const onVisibility = () => (document.hidden ? flush() : look())
  /** A page that was put away hears no other tab. */
  const look = () => void store?.look()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', flush)
  addEventListener('pageshow', look)

  return {
    host,
    editor,
    /** How the letter is kept, and what went wrong with that. */
    state,
    /** What keeps the letter and its versions, once it has come; never where the browser allows none. */
    store: storeOnceOpen,
    /** The same for callers that can wait: it may still be opening. */
    openedStore: () => opening.promise,
    /** Makes the letter a version before another takes its place. False: it must stay, and the page says so. */
    keepVersion,
    /** Puts another text in the place of this one; it is kept, and cannot be undone. */
    show(html: string) {
      show(html)
      if (html) typed()
      else store?.drop()
    },
    /** Keeps at once what still waits. */
    flush() {
      keeper.flush()
      flush()
    },
    /** Forgets what still waits: the letter is paid. */
    drop() {
      keeper.drop()
      store?.drop()
    },
    close() {
      isClosed = true
      looks.stop()
      stops.forEach((stop) => stop())
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('pagehide', flush)
      removeEventListener('pageshow', look)
      opening.resolve(undefined)
      keeper.close()
      void store?.close()
      editor.close()
    },
  }
}
