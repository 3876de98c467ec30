import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { account } from './api.ts'
import { letterIn, signInPage, token, useSession } from './session.ts'

/** Where a sign-in leads: to /write, or back to the letter in the query (design/sending.md#expired-session). */
export function useAfterSignIn(): string {
  const letter = letterIn(useSearch())
  return letter ? `/my-letters?carta=${encodeURIComponent(letter)}` : '/write'
}

/**
 * Requires a session, else redirects to /login. Its token is the key of the screen's state: a second account must find
 * nothing of the first. `skip`: requires none now.
 */
export function useRequiredSession(screen: string, skip = false): string | undefined {
  const [path, navigate] = useLocation()
  const session = useSession()
  useEffect(() => {
    // The old screen stays while the next is loaded; it must not redirect from there.
    if (path !== screen || skip) return
    // Reads the store itself: during hydration the hook still says undefined.
    if (!session && !token()) navigate(signInPage(), { replace: true })
  }, [session, path, screen, skip, navigate])
  useEffect(() => {
    if (!session || skip) return undefined
    const showing = new AbortController()
    const { signal } = showing
    // The back-forward cache shows the screen as it was; a call finds out whether the session still stands.
    addEventListener('pageshow', ({ persisted }) => void (persisted && account()), { signal })
    return () => showing.abort()
  }, [session, skip])
  return session
}

/** A visitor with a session need not sign in again. */
export function useLeaveIfSignedIn(): void {
  const [, navigate] = useLocation()
  const next = useAfterSignIn()
  useEffect(() => {
    // On entering only: after a sign-in here the form itself leads on.
    if (token()) navigate(next, { replace: true })
  }, [next, navigate])
}
