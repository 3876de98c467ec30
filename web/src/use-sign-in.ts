import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import { dropToken, token, useSignedIn } from './session.ts'

/** Whether somebody is signed in to this screen, which is for nobody else. `isFree`: it asks for no session now. */
export function useSignedInHere(screen: string, isFree = false): boolean {
  const [path, navigate] = useLocation()
  const isSignedIn = useSignedIn()
  useEffect(() => {
    // Elsewhere the screen stays for a moment while the next one is loaded: it must not send anybody on.
    if (path !== screen || isFree) return
    // Asked of the store itself: while the prerendered page is taken over, the hook does not know yet.
    if (!isSignedIn && !token()) navigate('/login', { replace: true })
  }, [isSignedIn, path, screen, isFree, navigate])
  return isSignedIn
}

/** What to do when the session has ended: the sign-in page, with the reason (design.md#expired-session). */
export function useSignInAgain(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    navigate('/login?motivo=sesion', { replace: true })
    dropToken()
  }, [navigate])
}

/** Whoever has a session, perhaps from registering a moment ago, need not sign in again. */
export function useLeaveIfSignedIn(): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    // Asked on entering only: the form itself leads on whoever signs in here.
    if (token()) navigate('/write', { replace: true })
  }, [navigate])
}
