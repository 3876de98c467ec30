import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isSampleRecipient } from '@lacre/letter/address/samples.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { createIntent, detailOf, readLetter } from '../../api.ts'
import { keepPaying } from '../../storage.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSignInAgain } from '../../use-sign-in.ts'
import { useParts, type PaymentDialog } from '../parts.ts'
import { currentDraft } from './current-draft.ts'

type Paying =
  | { is: 'idle' | 'busy' }
  | { is: 'failed'; detail: string }
  | { is: 'open'; letter: LetterDetail; clientSecret: string; Dialog: PaymentDialog }

const noDialog = 'No se ha podido abrir el formulario de pago. No se le ha cobrado nada; vuelva a intentarlo.'

/** `Pagar`: the very letter that waits, as it was frozen (design.md#freeze-before-pay). */
export function PayButton({ id, kind, describedBy }: { id: string; kind: ButtonKind; describedBy?: string }) {
  const [, navigate] = useLocation()
  const { paymentDialog } = useParts()
  const [paying, setPaying] = useState<Paying>({ is: 'idle' })
  const button = useRef<HTMLButtonElement>(null)
  const signInAgain = useSignInAgain()

  async function press() {
    setPaying({ is: 'busy' })
    const coming = paymentDialog().catch(() => undefined)
    const [letter, intent] = [await readLetter(id), await createIntent(id)]
    const refused = letter.ok ? intent : letter
    if (!refused.ok && refused.status === 401) return signInAgain()
    if (!letter.ok || !intent.ok)
      return setPaying({ is: 'failed', detail: refused.ok ? noDialog : detailOf(refused) })
    const Dialog = await coming
    if (!Dialog) return setPaying({ is: 'failed', detail: noDialog })
    // /success clears the draft: only when it is this letter's.
    const isDraft = (await currentDraft()) === letter.body.content
    keepPaying(isDraft ? { letter: id } : { letter: id, payment: 'archived' })
    setPaying({ is: 'open', letter: letter.body, clientSecret: intent.body.clientSecret, Dialog })
  }

  return (
    <>
      <Button
        ref={button}
        kind={kind}
        isBusy={paying.is === 'busy'}
        aria-describedby={describedBy}
        onClick={() => void press()}
      >
        {paying.is === 'busy' ? 'Procesando...' : 'Pagar'}
      </Button>
      {paying.is === 'failed' && <Notice kind="error">{paying.detail}</Notice>}
      {paying.is === 'open' && (
        <paying.Dialog
          letter={{ ...paying.letter, sampleRecipient: isSampleRecipient(paying.letter.destination) }}
          recipient={paying.letter.destination}
          clientSecret={paying.clientSecret}
          opener={button}
          onPaid={() => navigate('/success')}
          onClose={() => setPaying({ is: 'idle' })}
        />
      )}
    </>
  )
}
