import { trusted } from '../editor/document/trusted.ts'
import { openEditor } from '../editor/editor.ts'
import { spellIn } from '../editor/language.ts'
import { applyLooks } from '../editor/looks.ts'
import { pictureSource } from '../editor/pictures/scale.ts'
import { draftKeeper, forgetDraft, hiddenDraft, loadDraft, readStamp } from './draft.ts'
import { draftState, type Trouble } from './draft-state.ts'
import { keptAddresses, watchAddresses, watchAddressesHere } from './kept-addresses.ts'
import { keepLooks, looksToSend, watchChoices } from '../editor/kept-looks.ts'
import type { Store } from './store.ts'
import { keepVersions, loadDatabase } from './tabs.ts'
import type { Reason } from './version-reason.ts'

/** Makes the writing page open offline after one visit (design/writing.md#writing-offline). */
function workOffline(): void {
  // In development the files have no stable names.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    // Some private windows refuse it; then the page works online only.
    void navigator.serviceWorker.register(trusted.createScriptURL('/service-worker.js')).catch(() => {})
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}

/**
 * Stores a replaced or closed text as a version, once the pictures still loading for it are in. `base`: its revision, so
 * that a text erased meanwhile stays erased.
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

/** The editor of the page with its stores; opened before React where possible. */
export type EditorSession = ReturnType<typeof openEditorSession>

let openSession: EditorSession | undefined

/** Trouble of a closed session, for the next one to show. */
let pendingTrouble: Trouble | undefined
function reportTrouble(trouble: Trouble | undefined) {
  if (!trouble) return
  openSession?.state.setTrouble(trouble)
  pendingTrouble = openSession ? undefined : trouble
}

/** The session in this host: the one that the island opened, or a new one. */
export function editorSessionIn(host: HTMLElement): EditorSession {
  if (openSession?.host === host) return openSession
  closeEditorSession()
  openSession = openEditorSession(host)
  // Not on a touch screen, where the keyboard would cover the page.
  const isTouch = matchMedia('(pointer: coarse)').matches
  if (!isTouch && document.activeElement === document.body) openSession.editor.focus()
  reportTrouble(pendingTrouble)
  return openSession
}

export const isEditorOpen = (): boolean => openSession?.host.isConnected ?? false

/** Closes the session in this host; without `host` the open one. */
export function closeEditorSession(host = openSession?.host): void {
  if (!openSession || openSession.host !== host) return
  openSession.close()
  openSession = undefined
}

function openEditorSession(host: HTMLElement) {
  const html = loadDraft()
  const local = { html, stamp: readStamp(html), hidden: hiddenDraft() }
  const state = draftState()
  const opening = Promise.withResolvers<Store | undefined>()
  let store: Store | undefined
  let isChanged = false
  let isClosed = false
  const base = () => (store ? store.base() : local.stamp?.base)
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
    onMessage: (message) => state.setTrouble({ message }),
    onPicturesPending: (whole) => void keepPendingPictures(whole, base()).then(reportTrouble),
  })
  state.onWritten(html)
  const looks = applyLooks(host, editor.view)
  // The account stores looks and addresses too. Changes of another tab are stored by that tab.
  const stops = [spellIn(editor), watchChoices(typed), watchAddressesHere(typed), watchAddresses(looks.again)]

  function show(html: string, from?: number) {
    if (isClosed) return // a late answer of the database; the next visit shows it
    const shown = editor.html()
    editor.open(html)
    looks.again()
    // An empty text begins the next letter: the last one was sent or erased.
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
    // A photo may have arrived meanwhile.
    return isKept && (editor.html() === html || keepVersion(because))
  }
  // After the first paint; until then local storage alone keeps the text.
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
    store = openStore(letters, { text, show, local, onKept, onTrouble })
    if (isChanged) store.typed()
    await store.opened
    state.onOpened()
  }

  const flush = () => void store?.flush()
  const onVisibility = () => (document.hidden ? flush() : look())
  /** A page in the back-forward cache misses the messages of other tabs. */
  const look = () => void store?.look()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', flush)
  addEventListener('pageshow', look)

  return {
    host,
    editor,
    state,
    /** The store once it is open; undefined before, and where the browser allows no database. */
    store: storeOnceOpen,
    /** Resolves once the store is open or has failed. */
    openedStore: () => opening.promise,
    /** Makes the letter a version before it is replaced. False: it must stay, and the page says so. */
    keepVersion,
    /** Replaces the text and stores the new one; undo does not bring the old one back. */
    show(html: string) {
      show(html)
      if (html) typed()
      else store?.drop()
    },
    /** Writes pending changes at once. */
    flush() {
      keeper.flush()
      flush()
    },
    /** Drops pending and later changes: the letter is paid, and /success clears its looks. */
    drop() {
      stops.forEach((stop) => stop())
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
