import { useRef, useState } from 'react'
import type { Address } from '@lacre/letter/address/address.ts'
import { joinAddress } from '@lacre/letter/address/join.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import type { Cents } from '@lacre/letter/price/money.ts'
import { detailOf, readLetter } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSignInAgain } from '../../use-sign-in.ts'
import { sendAgain } from '../data/letter-calls.ts'
import { useParts, type AddressModal } from '../parts.ts'
import { prepareLetter } from '../payment/prepare.ts'
import { usePayment } from '../payment/use-payment.tsx'

type Asking = { is: 'closed' | 'missing' } | { is: 'open' | 'busy'; Form: AddressModal; trouble?: string }

/** The address as on the writing page, then the payment of the letter that is frozen with it. */
export function SendAgain({
  letter,
  postage,
  onChange,
}: {
  letter: LetterDetail
  postage: Cents | undefined
  onChange: (letter: LetterDetail) => void
}) {
  const parts = useParts()
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, pay, shown } = usePayment(button)
  const [asking, setAsking] = useState<Asking>({ is: 'closed' })
  const [address, setAddress] = useState<Address>(letter.destination)
  const signInAgain = useSignInAgain()

  const open = () =>
    parts.addressModal().then(
      (Form) => setAsking({ is: 'open', Form }),
      () => setAsking({ is: 'missing' }),
    )
  async function save(Form: AddressModal, corrected: Address) {
    setAddress(corrected)
    setAsking({ is: 'busy', Form })
    const to = { destination: joinAddress(corrected), destinationAddress: corrected }
    const answer = await sendAgain(letter.id, to)
    if (!answer.ok && answer.status === 401) return signInAgain()
    if (!answer.ok) return setAsking({ is: 'open', Form, trouble: detailOf(answer) })
    const now = await readLetter(letter.id)
    setAsking({ is: 'closed' })
    if (now.ok) onChange(now.body)
    await pay(() => prepareLetter(answer.body.id), postage)
  }

  return (
    <>
      <Button ref={button} isBusy={isBusy} onClick={() => void open()}>
        Corregir la dirección y enviarla otra vez
      </Button>
      {asking.is === 'missing' && (
        <Notice kind="error">No se ha podido abrir el formulario. Compruebe su conexión.</Notice>
      )}
      {'Form' in asking && (
        <asking.Form
          role="destinationAddress"
          address={address}
          isOpen
          isBusy={asking.is === 'busy'}
          trouble={asking.trouble}
          saveWords="Continuar al pago"
          onSave={(corrected) => void save(asking.Form, corrected)}
          onClose={() => asking.is === 'open' && setAsking({ is: 'closed' })}
        />
      )}
      {shown}
    </>
  )
}
