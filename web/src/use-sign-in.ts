import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { dropToken, token, useSignedIn } from './session.ts'

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

/** Whether somebody is signed in to this screen, which is for nobody else. `isFree`: it asks for no session now. */
export function useSignedInHere(screen: string, isFree = false): boolean {
  const [path, navigate] = useLocation()
  const isSignedIn = useSignedIn()
  useEffect(() => {
    // Elsewhere the screen stays for a moment while the next one is loaded: it must not send anybody on.
    if (path !== screen || isFree) return
    // Asked of the store itself: while the prerendered page is taken over, the hook does not know yet.
    if (!isSignedIn && !token()) navigate(signInPage(), { replace: true })
  }, [isSignedIn, path, screen, isFree, navigate])
  return isSignedIn
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
