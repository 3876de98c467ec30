import { useRef, useState } from 'react'
import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import type { Cents } from '@lacre/letter/price/money.ts'
import { detailOf, readLetter } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMissing } from '../../ui/dialog/form-missing.tsx'
import { sendAgain } from '../data/letter-calls.ts'
import { useParts, type AddressModal } from '../parts.ts'
import { prepareLetter } from '../payment/prepare.ts'
import { usePayment } from '../payment/use-payment.tsx'

type Asking = { is: 'closed' | 'missing' } | { is: 'open' | 'busy'; Form: AddressModal; trouble?: string }

/** The address as on the writing page, then the payment of the letter that is frozen with it. */
export function SendAgain({
  letter,
  isForAnother,
  postage,
  onChange,
}: {
  letter: LetterDetail
  /** Somebody else is to have it: no name stands in the form. */
  isForAnother: boolean
  postage: Cents | undefined
  onChange: (letter: LetterDetail) => void
}) {
  const parts = useParts()
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, pay, shown } = usePayment(button)
  const [asking, setAsking] = useState<Asking>({ is: 'closed' })
  const [address, setAddress] = useState<Address>(
    isForAnother ? { ...letter.destination, name: '' } : letter.destination,
  )

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
    if (!answer.ok) return setAsking({ is: 'open', Form, trouble: detailOf(answer) })
    const now = await readLetter(letter.id)
    setAsking({ is: 'closed' })
    if (now.ok) onChange(now.body)
    await pay(() => prepareLetter(answer.body.id), postage)
  }

  return (
    <>
      <Button ref={button} isBusy={isBusy} onClick={() => void open()}>
        {isForAnother ? 'Enviarla a otra persona' : 'Corregir la dirección y enviarla otra vez'}
      </Button>
      {asking.is === 'missing' && <FormMissing />}
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
