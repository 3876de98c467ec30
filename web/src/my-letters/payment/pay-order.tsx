import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LetterSummary } from '@lacre/letter/calls.ts'
import { Button } from '../../ui/button.tsx'
import { takeLostFocus } from '../../ui/take-focus.ts'
import { prepareOrder, type Group } from './prepare.ts'
import { usePayment } from './use-payment.tsx'

/** `Pagar las 12 cartas`: those of an order that wait, by one payment (design.md#orders). */
export function PayOrder({
  group,
  onChange,
}: {
  group: Group
  onChange: (letters: readonly LetterSummary[]) => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const seen = useRef<readonly LetterSummary[]>([])
  const { isBusy, pay, shown } = usePayment(button, () => {
    // What had ended is shown so; with it this button may go.
    flushSync(() => onChange(seen.current))
    takeLostFocus(document.querySelector<HTMLElement>('main h1'), { preventScroll: true })
  })
  return (
    <>
      <Button
        ref={button}
        isBusy={isBusy}
        onClick={() => void pay(() => prepareOrder(group, (letters) => (seen.current = letters)))}
      >
        {isBusy ? 'Procesando...' : `Pagar las ${group.order.letters} cartas`}
      </Button>
      {shown}
    </>
  )
}
