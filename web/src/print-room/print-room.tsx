import { ComesLate, Title } from '../ui/display.tsx'
import { useSessionHere } from '../use-sign-in.ts'
import { Console } from './console.tsx'
import { FactorDialog } from './factor.tsx'

/** `Imprenta` (design.md#operators-only): for operators. Anybody else finds the page of an unknown address. */
export default function PrintRoom() {
  const session = useSessionHere('/print-room')
  return (
    <ComesLate>
      {session ? (
        <>
          <Console key={session} />
          <FactorDialog />
        </>
      ) : (
        <Title>Imprenta</Title>
      )}
    </ComesLate>
  )
}
