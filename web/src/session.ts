import { useSyncExternalStore } from 'react'
import { createListeners, keys, read, remove, watchAllTabs, write } from './storage.ts'

const { notify, subscribe: subscribeHere } = createListeners()

/** The bearer token, or undefined when nobody is signed in (or the browser allows no storage). */
export const token = (): string | undefined => read(keys.token) ?? undefined

/** False when the browser refuses to keep it: then nobody is signed in, and the caller must say so. */
export function keepToken(value: string): boolean {
  const isKept = write(keys.token, value)
  notify()
  return isKept
}

/** 256 bits, fit for a header. */
export const newSecret = (): string => inText(crypto.getRandomValues(new Uint8Array(32)))

/** The SHA-256 of a secret: it may be shown, and leads back to nothing. */
export const hashOf = async (secret: string): Promise<string> =>
  inText(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))

/** 32 bytes in base64url. */
const inText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 43)

/** Made at the first sign-up or sign-in here; it opens nothing by itself. Undefined where nothing can be kept. */
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

/** The letter that the address names, as the links of mails do. */
export const letterIn = (search: string) => new URLSearchParams(search).get('carta')

/** The sign-in page, which leads back to the letter that was asked for. Of the address as it is when it is needed. */
export function signInPage(reason?: string): string {
  const asked = new URLSearchParams(reason && { motivo: reason })
  const letter = location.pathname === '/my-letters' && letterIn(location.search)
  if (letter) asked.set('carta', letter)
  return ['/login', String(asked)].filter(Boolean).join('?')
}

/** The session has ended: the sign-in page, with the reason (design/sending.md#expired-session). The router hears of `history`. */
export function signInAgain(): void {
  history.replaceState(null, '', signInPage('sesion'))
  // After the way: without a token the screen itself would lead there, and say nothing.
  dropToken()
}

/** In this tab or another. */
const onSessionChange = (listener: () => void) => watchAllTabs([keys.token], subscribeHere, listener)

/** The token, by which one session is told from the next. Undefined in prerendered pages. */
export const useSession = (): string | undefined =>
  useSyncExternalStore(onSessionChange, token, () => undefined)

/** Signed in means: the token is present (specification, section 3). False in prerendered pages. */
export const useSignedIn = (): boolean => useSession() !== undefined
