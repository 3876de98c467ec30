import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { account } from './api.ts'
import { dropToken, token, useSession } from './session.ts'

/** The letter that the address names, as the links of mails do. */
const letterIn = (search: string) => new URLSearchParams(search).get('carta')

/** The sign-in page, which leads back to the letter that was asked for. Of the address as it is when it is needed. */
function signInPage(reason?: string): string {
  const asked = new URLSearchParams(reason && { motivo: reason })
  const letter = location.pathname === '/my-letters' && letterIn(location.search)
  if (letter) asked.set('carta', letter)
  return ['/login', String(asked)].filter(Boolean).join('?')
}

/** Where signing in leads: to the writing page, or back to that letter (design.md#expired-session). */
export function useAfterSignIn(): string {
  const letter = letterIn(useSearch())
  return letter ? `/my-letters?carta=${encodeURIComponent(letter)}` : '/write'
}

/**
 * The session of whoever is signed in to this screen, which is for nobody else: another one finds nothing here of the one
 * before. `isFree`: it asks for no session now.
 */
export function useSessionHere(screen: string, isFree = false): string | undefined {
  const [path, navigate] = useLocation()
  const session = useSession()
  const signInAgain = useSignInAgain()
  useEffect(() => {
    // Elsewhere the screen stays for a moment while the next one is loaded: it must not send anybody on.
    if (path !== screen || isFree) return
    // Asked of the store itself: while the prerendered page is taken over, the hook does not know yet.
    if (!session && !token()) navigate(signInPage(), { replace: true })
  }, [session, path, screen, isFree, navigate])
  useEffect(() => {
    if (!session || isFree) return undefined
    const showing = new AbortController()
    const { signal } = showing
    // Shown again as it was left, with every word; meanwhile the session may have been ended elsewhere.
    async function ask() {
      const answer = await account()
      if (!answer.ok && answer.status === 401 && !signal.aborted) signInAgain()
    }
    addEventListener('pageshow', ({ persisted }) => void (persisted && ask()), { signal })
    return () => showing.abort()
  }, [session, isFree, signInAgain])
  return session
}

/** What to do when the session has ended: the sign-in page, with the reason (design.md#expired-session). */
export function useSignInAgain(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    navigate(signInPage('sesion'), { replace: true })
    dropToken()
  }, [navigate])
}

/** Whoever has a session, perhaps from registering a moment ago, need not sign in again. */
export function useLeaveIfSignedIn(): void {
  const [, navigate] = useLocation()
  const next = useAfterSignIn()
  useEffect(() => {
    // Asked on entering only: the form itself leads on whoever signs in here.
    if (token()) navigate(next, { replace: true })
  }, [next, navigate])
}
