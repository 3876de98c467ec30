import { useSyncExternalStore } from 'react'
import { createListeners, read, remove, write } from './storage.ts'

/** Everything the browser keeps, by its key (specification, section 3; design.md#local-storage-keys). */
export const keys = {
  token: 'token',
  /** By which the server knows this browser again (design.md#claims). */
  device: 'device',
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

/** Made at the first sign-up or sign-in here; it opens nothing by itself. Undefined where nothing can be kept. */
export function device(): string | undefined {
  const known = read(keys.device)
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 43)
  return write(keys.device, secret) ? secret : undefined
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
