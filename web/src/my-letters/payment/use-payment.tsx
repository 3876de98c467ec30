import { useState, type ReactNode, type RefObject } from 'react'
import { useLocation } from 'wouter'
import { detailOf, type Refused } from '../../api.ts'
import { keepPaying } from '../../storage.ts'
import { Notice } from '../../ui/notice.tsx'
import { useParts, type PaymentDialog } from '../parts.ts'
import type { Prepare, Prepared } from './prepare.ts'

type Paying =
  | { is: 'idle' | 'busy' }
  | { is: 'failed'; detail: string }
  | { is: 'open'; prepared: Prepared; shownTotal?: number | undefined; Dialog: PaymentDialog }

const noDialog = 'No se ha podido abrir el formulario de pago. No se le ha cobrado nada; vuelva a intentarlo.'
const unprepared: Refused = {
  ok: false,
  status: 0,
  detail: 'No se ha podido preparar el pago. Todo sigue guardado; vuelva a intentarlo o recargue la página.',
}

/**
 * Pays what waits. `shown` is the payment dialog, or why it could not be opened; `opener` gets the focus back.
 * `onClosed`: nothing was paid.
 */
export function usePayment(
  opener: RefObject<HTMLElement | null>,
  onClosed?: () => void,
): {
  isBusy: boolean
  pay: (prepare: Prepare, shownTotal?: number) => Promise<void>
  shown: ReactNode
} {
  const [, navigate] = useLocation()
  const { paymentDialog } = useParts()
  const [paying, setPaying] = useState<Paying>({ is: 'idle' })

  async function pay(prepare: Prepare, shownTotal?: number) {
    setPaying({ is: 'busy' })
    const coming = paymentDialog().catch(() => undefined)
    const answer = await prepare().catch(() => unprepared)
    if (!answer.ok) return setPaying({ is: 'failed', detail: detailOf(answer) })
    const Dialog = await coming
    if (!Dialog) return setPaying({ is: 'failed', detail: noDialog })
    const { letters, isDraft } = answer.body
    const { id } = letters[0].letter
    // /success clears the draft: only when it is what is paid.
    keepPaying(isDraft ? { letter: id } : { letter: id, payment: 'archived' })
    setPaying({ is: 'open', prepared: answer.body, shownTotal, Dialog })
  }
  function close() {
    setPaying({ is: 'idle' })
    onClosed?.()
  }
  const shown = (
    <>
      {paying.is === 'failed' && <Notice kind="error">{paying.detail}</Notice>}
      {paying.is === 'open' && (
        <paying.Dialog
          letters={paying.prepared.letters}
          clientSecret={paying.prepared.clientSecret}
          leftOut={paying.prepared.leftOut}
          shownTotal={paying.shownTotal}
          opener={opener}
          onPaid={() => navigate('/success')}
          onClose={close}
        />
      )}
    </>
  )
  return { isBusy: paying.is === 'busy', pay, shown }
}
