import { useSyncExternalStore } from 'react'
import { createListeners, read, remove, write } from './storage.ts'

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

const { notify, subscribe: subscribeHere } = createListeners()

/** The bearer token, or undefined when nobody is signed in (or the browser allows no storage). */
export const token = (): string | undefined => read(keys.token) ?? undefined

/** False when the browser refuses to keep it: then nobody is signed in, and the caller must say so. */
export function keepToken(value: string): boolean {
  const isKept = write(keys.token, value)
  notify()
  return isKept
}

export function dropToken(): void {
  remove(keys.token)
  notify()
}

function subscribe(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => (key === keys.token || key === null) && listener()
  const unsubscribe = subscribeHere(listener)
  addEventListener('storage', onStorage)
  return () => {
    unsubscribe()
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
