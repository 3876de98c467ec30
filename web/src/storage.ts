/** Everything the browser keeps, by its key (specification, section 3; design/writing.md#local-storage-keys). */
export const keys = {
  token: 'token',
  /** By which the server knows this browser again (design/accounts.md#claims). */
  device: 'device',
  draft: 'letterContent',
  /** What the draft's text grew from, and when it was changed (design/writing.md#newer-text-wins). */
  draftStamp: 'letterVersion',
  pendingLetter: 'pendingLetter',
  originAddress: 'originAddress',
  destinationAddress: 'destinationAddress',
  /** Whom the letter goes to beside that one; nothing for a letter to one person (design/sending.md#several-recipients). */
  otherRecipients: 'otherRecipients',
  /** To whom the last letters went, one press away for the next. */
  recentRecipients: 'recentRecipients',
  /** The looks of the letter; nothing for the usual ones (design/paper.md#looks-of-a-letter). */
  looks: 'letterStyle',
  /** The day the letter is to leave; nothing for as soon as possible (design/letter.md#posting-day). */
  day: 'letterDay',
  theme: 'theme',
  /** Which of the site's fonts have come: they are asked for with the page then (styles/fonts.ts). */
  fonts: 'fonts',
  /** Names of drafts that were erased here and wait for a network to go from the account too. */
  erasures: 'draftsToErase',
  /** In the tab's own storage, for the card provider may come back by an address of its own: what /success is about. */
  paying: 'payingLetter',
  /** In the tab's own storage too: the digits of a reply code that nobody has answered yet (design/paper.md#reply-code). */
  reply: 'reply',
  /** And there: what was pasted among the recipients and is not on their list yet. */
  pasted: 'pastedRows',
} as const

/** What the history's entry of /success knows: the draft that the letter was made of, or `none`; undefined: whichever is there. */
export type SuccessEntry = {
  payment?: 'failed' | 'pending'
  letter?: string | undefined
  draft?: string | undefined
} | null

const ofLetter = [
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
/** What the browser keeps of a letter outside the database. */
export function clearLetter(): void {
  for (const key of ofLetter) remove(key)
  remove(keys.pasted, tabStore())
}

/** What is asked of the browser's storage; the tests give it a small one. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function refuse(): never {
  throw new DOMException('storage is forbidden', 'SecurityError')
}
const forbidden: Store = { getItem: refuse, setItem: refuse, removeItem: refuse }

/** The mere mention of a storage may throw where the user forbids it. */
function storeOf(name: 'localStorage' | 'sessionStorage'): Store {
  try {
    return (globalThis[name] as Storage | undefined) ?? forbidden
  } catch {
    return forbidden
  }
}
/** The browser's storage. */
export const browserStore = (): Store => storeOf('localStorage')
/** What lasts as long as this tab. */
export const tabStore = (): Store => storeOf('sessionStorage')

/** What is kept under `key`, or null; a browser that forbids storage keeps nothing. */
export function read(key: string, store = browserStore()): string | null {
  try {
    return store.getItem(key)
  } catch {
    return null
  }
}

/** False when it does not fit or storage is forbidden; what was there before stays. */
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
    // Storage that is forbidden holds nothing to remove.
  }
}

/** Those in this tab who want to know when something kept changes; a storage event comes from other tabs only. */
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
 * Calls the listener when another tab changes what is kept under one of the keys, or clears all. A page that was put away
 * hears nothing: it looks when it is shown again. Returns how to stop.
 */
export function watchOtherTabs(of: readonly string[], listener: () => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const kept = () => JSON.stringify(of.map((key) => read(key)))
  let left: string
  addEventListener('storage', ({ key }) => (key === null || of.includes(key)) && listener(), { signal })
  addEventListener('pagehide', () => void (left = kept()), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && kept() !== left && listener(), { signal })
  return () => watching.abort()
}

/** The same for a change in this tab too, of which `subscribe` tells. */
export function watchAllTabs(
  of: readonly string[],
  subscribe: (listener: () => void) => () => void,
  listener: () => void,
): () => void {
  const stops = [subscribe(listener), watchOtherTabs(of, listener)]
  return () => stops.forEach((stop) => stop())
}

/** The letter that is being paid in this tab. */
export const keepPaying = (entry: SuccessEntry): boolean =>
  write(keys.paying, JSON.stringify(entry), tabStore())

export function readPaying(): SuccessEntry {
  try {
    return JSON.parse(read(keys.paying, tabStore()) ?? 'null') as SuccessEntry
  } catch {
    return null
  }
}
