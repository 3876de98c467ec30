/** Everything the browser keeps, by its key (specification, section 3; design/writing.md#local-storage-keys). */
export const keys = {
  token: 'token',
  /** Names this browser to the server (design/accounts.md#claims). */
  device: 'device',
  draft: 'letterContent',
  /** The base revision of the draft, and when it was changed (design/writing.md#newer-text-wins). */
  draftStamp: 'letterVersion',
  pendingLetter: 'pendingLetter',
  originAddress: 'originAddress',
  destinationAddress: 'destinationAddress',
  /** All further recipients; absent for a letter to one person (design/sending.md#several-recipients). */
  otherRecipients: 'otherRecipients',
  /** The recipients of the last letters, offered for the next. */
  recentRecipients: 'recentRecipients',
  /** The looks of the letter; absent for the defaults (design/paper.md#looks-of-a-letter). */
  looks: 'letterStyle',
  /** The chosen posting day; absent for as soon as possible (design/letter.md#posting-day). */
  day: 'letterDay',
  theme: 'theme',
  /** The fonts of the site in the browser cache, which the next page may preload (styles/fonts.ts). */
  fonts: 'fonts',
  /** Ids of drafts erased here that still wait to be erased in the account. */
  erasures: 'draftsToErase',
  /** What /success is about. In sessionStorage: the card provider may return without our query. */
  paying: 'payingLetter',
  /** In sessionStorage: the digits of a reply code that still waits for an answer (design/paper.md#reply-code). */
  reply: 'reply',
  /** In sessionStorage: recipients that were pasted but not yet added. */
  pasted: 'pastedRows',
} as const

/** The history state of /success. `draft`: the draft that the letter was made from, or `none`; undefined: the present one. */
export type SuccessEntry = {
  payment?: 'failed' | 'pending'
  letter?: string | undefined
  draft?: string | undefined
} | null

const letterKeys = [
  keys.draft,
  keys.draftStamp,
  keys.pendingLetter,
  keys.originAddress,
  keys.destinationAddress,
  keys.otherRecipients,
  keys.recentRecipients,
  keys.looks,
  keys.day,
]
/** Removes everything of a letter from local and session storage. */
export function clearLetter(): void {
  for (const key of letterKeys) remove(key)
  remove(keys.pasted, tabStore())
}

/** Tests pass a small one. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function refuse(): never {
  throw new DOMException('storage is forbidden', 'SecurityError')
}
const forbidden: Store = { getItem: refuse, setItem: refuse, removeItem: refuse }

/** Reading the property itself may throw where the user forbids storage. */
function openStorage(name: 'localStorage' | 'sessionStorage'): Store {
  try {
    return (globalThis[name] as Storage | undefined) ?? forbidden
  } catch {
    return forbidden
  }
}
const browserStore = (): Store => openStorage('localStorage')
export const tabStore = (): Store => openStorage('sessionStorage')

/** Null when absent, and where the browser forbids storage. */
export function read(key: string, store = browserStore()): string | null {
  try {
    return store.getItem(key)
  } catch {
    return null
  }
}

/** False when it does not fit or storage is forbidden; the former value stays. */
export function write(key: string, value: string, store = browserStore()): boolean {
  try {
    store.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function remove(key: string, store = browserStore()): void {
  try {
    store.removeItem(key)
  } catch {
    // Forbidden storage holds nothing to remove.
  }
}

/** Change listeners within this tab: a storage event reaches other tabs only. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify: () => listeners.forEach((listener) => listener()),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Calls the listener when another tab changes one of the keys, or clears all. A page in the back-forward cache gets no
 * events, so it compares when it is shown again. Returns how to stop.
 */
export function watchOtherTabs(names: readonly string[], listener: () => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const values = () => JSON.stringify(names.map((key) => read(key)))
  let atLeaving: string
  addEventListener('storage', ({ key }) => (key === null || names.includes(key)) && listener(), { signal })
  addEventListener('pagehide', () => void (atLeaving = values()), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && values() !== atLeaving && listener(), {
    signal,
  })
  return () => watching.abort()
}

/** The same, and through `subscribe` for changes in this tab. */
export function watchAllTabs(
  names: readonly string[],
  subscribe: (listener: () => void) => () => void,
  listener: () => void,
): () => void {
  const stops = [subscribe(listener), watchOtherTabs(names, listener)]
  return () => stops.forEach((stop) => stop())
}

export const keepPaying = (entry: SuccessEntry): boolean =>
  write(keys.paying, JSON.stringify(entry), tabStore())

export function readPaying(): SuccessEntry {
  try {
    return JSON.parse(read(keys.paying, tabStore()) ?? 'null') as SuccessEntry
  } catch {
    return null
  }
}
