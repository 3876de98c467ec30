import { useState, type ReactNode, type RefObject } from 'react'
import { useLocation } from 'wouter'
import { isSampleRecipient } from '@lacre/letter/address/samples.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { createIntent, detailOf, readLetter } from '../../api.ts'
import { keepPaying } from '../../storage.ts'
import { Notice } from '../../ui/notice.tsx'
import { useSignInAgain } from '../../use-sign-in.ts'
import { useParts, type PaymentDialog } from '../parts.ts'
import { currentDraft } from './current-draft.ts'

type Paying =
  | { is: 'idle' | 'busy' }
  | { is: 'failed'; detail: string }
  | {
      is: 'open'
      letter: LetterDetail
      clientSecret: string
      shownTotal?: number | undefined
      Dialog: PaymentDialog
    }

const noDialog = 'No se ha podido abrir el formulario de pago. No se le ha cobrado nada; vuelva a intentarlo.'

/**
 * Pays the very letter that waits, as it was frozen (design.md#freeze-before-pay). `shown` is the payment dialog, or why
 * it could not be opened; `opener` gets the focus back.
 */
export function usePayment(opener: RefObject<HTMLElement | null>): {
  isBusy: boolean
  pay: (id: string, shownTotal?: number) => Promise<void>
  shown: ReactNode
} {
  const [, navigate] = useLocation()
  const { paymentDialog } = useParts()
  const [paying, setPaying] = useState<Paying>({ is: 'idle' })
  const signInAgain = useSignInAgain()

  async function pay(id: string, shownTotal?: number) {
    setPaying({ is: 'busy' })
    const coming = paymentDialog().catch(() => undefined)
    const [letter, intent] = [await readLetter(id), await createIntent(id, [id])]
    const refused = letter.ok ? intent : letter
    if (!refused.ok && refused.status === 401) return signInAgain()
    if (!letter.ok || !intent.ok)
      return setPaying({ is: 'failed', detail: refused.ok ? noDialog : detailOf(refused) })
    const Dialog = await coming
    if (!Dialog) return setPaying({ is: 'failed', detail: noDialog })
    // /success clears the draft: only when it is this letter's.
    const isDraft = (await currentDraft()) === letter.body.content
    keepPaying(isDraft ? { letter: id } : { letter: id, payment: 'archived' })
    const { clientSecret } = intent.body
    setPaying({ is: 'open', letter: letter.body, clientSecret, shownTotal, Dialog })
  }
  const shown = (
    <>
      {paying.is === 'failed' && <Notice kind="error">{paying.detail}</Notice>}
      {paying.is === 'open' && (
        <paying.Dialog
          letters={[
            {
              letter: { ...paying.letter, sampleRecipient: isSampleRecipient(paying.letter.destination) },
              recipient: paying.letter.destination,
            },
          ]}
          clientSecret={paying.clientSecret}
          shownTotal={paying.shownTotal}
          opener={opener}
          onPaid={() => navigate('/success')}
          onClose={() => setPaying({ is: 'idle' })}
        />
      )}
    </>
  )
  return { isBusy: paying.is === 'busy', pay, shown }
}
