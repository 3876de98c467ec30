import { useSyncExternalStore } from 'react'
import { createListeners, keys, read, remove, watchAllTabs, write } from './storage.ts'

const { notify, subscribe: subscribeHere } = createListeners()

/** The bearer token; undefined when signed out, or where the browser allows no storage. */
export const token = (): string | undefined => read(keys.token) ?? undefined

/** False when the browser refuses to store it: the sign-in failed, and the caller must say so. */
export function keepToken(value: string): boolean {
  const isStored = write(keys.token, value)
  notify()
  return isStored
}

/** 256 bits, fit for a header. */
export const newSecret = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/** The SHA-256 of a secret; safe to publish. */
export const hashSecret = async (secret: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))

/** 32 bytes in base64url. */
const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 43)

/** Names this browser to the server; made at the first sign-in here, and no credential. Undefined without storage. */
export function device(): string | undefined {
  const known = read(keys.device)
  if (known) return known
  const secret = newSecret()
  return write(keys.device, secret) ? secret : undefined
}

export function dropToken(): void {
  remove(keys.token)
  notify()
}

/** The letter id in the query, as in the links of mails. */
export const letterIn = (search: string) => new URLSearchParams(search).get('carta')

/** The sign-in page, which leads back to the letter in the present address. */
export function signInPage(reason?: string): string {
  const params = new URLSearchParams(reason && { motivo: reason })
  const letter = location.pathname === '/my-letters' && letterIn(location.search)
  if (letter) params.set('carta', letter)
  return ['/login', String(params)].filter(Boolean).join('?')
}

/** Leads to the sign-in page and says that the session has ended (design/sending.md#expired-session). The router watches `history`. */
export function signInAgain(): void {
  history.replaceState(null, '', signInPage('sesion'))
  // Only after the redirect: without a token the screen would redirect first, without the reason.
  dropToken()
}

const onSessionChange = (listener: () => void) => watchAllTabs([keys.token], subscribeHere, listener)

/** The token, which also names the session. Undefined in prerendered pages. */
export const useSession = (): string | undefined =>
  useSyncExternalStore(onSessionChange, token, () => undefined)

/** Signed in means that a token is stored (specification, section 3). False in prerendered pages. */
export const useSignedIn = (): boolean => useSession() !== undefined
