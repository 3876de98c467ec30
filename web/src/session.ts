import { useSyncExternalStore } from 'react'

/** Everything the browser keeps, by its key (specification, section 3; design.md#local-storage-keys). */
export const keys = {
  token: 'token',
  draft: 'letterContent',
  /** When the draft was last changed, so that it can be told from an older one (design.md#newer-text-wins). */
  draftStamp: 'letterVersion',
  pendingLetter: 'pendingLetter',
  originAddress: 'originAddress',
  destinationAddress: 'destinationAddress',
  theme: 'theme',
  /** Names of drafts that were erased here and wait for a network to go from the account too. */
  erasures: 'draftsToErase',
} as const

const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

/** The bearer token, or undefined when nobody is signed in (or the browser allows no storage). */
export function token(): string | undefined {
  try {
    return localStorage.getItem(keys.token) ?? undefined
  } catch {
    return undefined
  }
}

/** False when the browser refuses to keep it: then nobody is signed in, and the caller must say so. */
export function keepToken(value: string): boolean {
  try {
    localStorage.setItem(keys.token, value)
  } catch {
    return false
  }
  tell()
  return true
}

export function dropToken(): void {
  try {
    localStorage.removeItem(keys.token)
  } catch {
    // What cannot be stored need not be removed.
  }
  tell()
}

function subscribe(listener: () => void) {
  // A storage event comes from other tabs only; `listeners` serve this one.
  const onStorage = ({ key }: StorageEvent) => (key === keys.token || key === null) && listener()
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Signed in means: the token is present (specification, section 3). False in prerendered pages. */
export const useSignedIn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => token() !== undefined,
    () => false,
  )
