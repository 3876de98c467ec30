import { useCallback, useState } from 'react'
import type { Refused } from '../api.ts'
import { NotFound } from '../layout/error-page.tsx'
import { ComesLate } from '../ui/display/comes-late.tsx'
import { Title } from '../ui/display/title.tsx'
import { useSessionHere, useSignInAgain } from '../use-sign-in.ts'
import { FactorDialog } from './factor/factor-dialog.tsx'
import { Console } from './console.tsx'

/** `Imprenta` (design.md#operators-only): for operators. Anybody else finds the page of an unknown address. */
export default function PrintRoom() {
  const session = useSessionHere('/print-room')
  const signInAgain = useSignInAgain()
  const [isStranger, setStranger] = useState(false)

  const redirectIfUnauthorized = useCallback(
    ({ status, code }: Refused) => {
      if (status === 401) signInAgain()
      else if (code === 'not-operator') {
        setStranger(true)
        document.title = 'Esta página no existe · Lacre'
      } else return false
      return true
    },
    [signInAgain],
  )

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
