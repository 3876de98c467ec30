import { useCallback, useState } from 'react'
import type { Refused } from '../api.ts'
import { NotFound } from '../layout/error-page.tsx'
import { ComesLate, Title } from '../ui/display.tsx'
import { useSessionHere } from '../use-sign-in.ts'
import { FactorDialog } from './factor.tsx'
import { Console } from './console.tsx'

/** `Imprenta` (design.md#operators-only): for operators. Anybody else finds the page of an unknown address. */
export default function PrintRoom() {
  const session = useSessionHere('/print-room')
  const [isStranger, setStranger] = useState(false)

  const redirectIfUnauthorized = useCallback(({ code }: Refused) => {
    if (code !== 'not-operator') return false
    setStranger(true)
    document.title = 'Esta página no existe · Lacre'
    return true
  }, [])

  return (
    <ComesLate>
      {isStranger && <NotFound />}
      {!isStranger && !session && <Title>Imprenta</Title>}
      {!isStranger && session && (
        <>
          <Console key={session} redirectIfUnauthorized={redirectIfUnauthorized} />
          <FactorDialog />
        </>
      )}
    </ComesLate>
  )
}
