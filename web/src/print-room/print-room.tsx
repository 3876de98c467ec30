import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Refused } from '../api.ts'
import { NotFound } from '../layout/error-page.tsx'
import { dropToken, token, useSignedIn } from '../session.ts'
import styles from './view/console.module.css'
import { Console } from './console.tsx'

const path = '/print-room'

/** `Imprenta` (design.md#operators-only): for operators. Anybody else finds the page of an unknown address. */
export default function PrintRoom() {
  const [here, navigate] = useLocation()
  const isSignedIn = useSignedIn()
  const [isStranger, setStranger] = useState(false)

  useEffect(() => {
    // Elsewhere the screen stays for a moment while the next one is loaded: it must not send anybody on.
    if (here !== path) return
    // Asked of the store itself: while the prerendered page is taken over, the hook does not know yet.
    if (!isSignedIn && !token()) navigate('/login', { replace: true })
  }, [isSignedIn, here, navigate])

  useEffect(() => {
    if (isStranger) document.title = 'Esta página no existe · Lacre'
  }, [isStranger])

  const redirectIfUnauthorized = useCallback(
    ({ status, code }: Refused) => {
      if (status === 401) {
        navigate('/login?motivo=sesion', { replace: true })
        dropToken()
      } else if (code === 'not-operator') setStranger(true)
      else return false
      return true
    },
    [navigate],
  )

  if (isStranger) return <NotFound />
  return isSignedIn ? (
    <Console redirectIfUnauthorized={redirectIfUnauthorized} />
  ) : (
    <h1 className={styles.title}>Imprenta</h1>
  )
}
