import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { account } from './api.ts'
import { letterIn, signInPage, token, useSession } from './session.ts'

/** Where signing in leads: to the writing page, or back to that letter (design/sending.md#expired-session). */
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
    addEventListener('pageshow', ({ persisted }) => void (persisted && account()), { signal })
    return () => showing.abort()
  }, [session, isFree])
  return session
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
