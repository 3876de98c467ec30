import { useRef } from 'react'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { prepareLetter } from './prepare.ts'
import { usePayment } from './use-payment.tsx'

/** `Pagar`: the letter that waits. */
export function PayButton({ id, kind, describedBy }: { id: string; kind: ButtonKind; describedBy?: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, pay, shown } = usePayment(button)
  return (
    <>
      <Button
        ref={button}
        kind={kind}
        isBusy={isBusy}
        aria-describedby={describedBy}
        onClick={() => void pay(() => prepareLetter(id))}
      >
        {isBusy ? 'Procesando...' : 'Pagar'}
      </Button>
      {shown}
    </>
  )
}
