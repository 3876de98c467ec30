import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import type { LetterDetail, SendAgainBody } from '@lacre/letter/calls.ts'
import { later, longDate, madridDay } from '@lacre/letter/days.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { type Cents, inEuros } from '@lacre/letter/price/money.ts'
import { postageOf } from '@lacre/letter/price/price.ts'
import { isOfDeath } from '@lacre/letter/print-room/reasons.ts'
import { durationWords, givenBack } from '@lacre/letter/words.ts'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { readLetter } from '../api.ts'
import { useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { FormMissing } from '../ui/dialog.tsx'
import { useLazy } from '../ui/use-lazy.ts'
import { usePrice } from '../use-config.ts'
import { useToday } from '../use-today.ts'
import { sendAgain } from './calls.ts'
import styles from './letter.module.css'
import { prepareLetter, usePayment } from './payment.tsx'

/** The address as on the writing page, then the payment of the letter that is frozen with it. */
function SendAgain({
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
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, pay, shown } = usePayment(button)
  const form = useLazy(() => import('../write/addresses/address-modal.tsx'))
  const [address, setAddress] = useState<Address>(
    isForAnother ? { ...letter.destination, name: '' } : letter.destination,
  )
  const sending = useCall(
    (to: SendAgainBody) => sendAgain(letter.id, to),
    async ({ id }) => {
      const now = await readLetter(letter.id)
      form.close()
      if (now.ok) onChange(now.body)
      void pay(() => prepareLetter(id), postage)
    },
  )

  function open() {
    sending.reset()
    form.open()
  }
  function save(corrected: Address) {
    setAddress(corrected)
    sending.mutate({ destination: joinAddress(corrected), destinationAddress: corrected })
  }
  return (
    <>
      <Button ref={button} isBusy={isBusy} onClick={open}>
        {isForAnother ? 'Enviarla a otra persona' : 'Corregir la dirección y enviarla otra vez'}
      </Button>
      {form.isMissing && <FormMissing />}
      {form.Loaded && (
        <form.Loaded
          role="destinationAddress"
          address={address}
          isOpen
          isBusy={sending.isPending}
          trouble={sending.error?.message}
          saveWords="Continuar al pago"
          onSave={save}
          onClose={() => sending.isPending || form.close()}
        />
      )}
      {shown}
    </>
  )
}

type Linked = NonNullable<LetterDetail['again']>
const dayOf = (instant: string) => longDate(madridDay(new Date(instant)))

export const LinkTo = ({ letter, words }: { letter: Linked; words: string }) => (
  <Link href={`/my-letters?carta=${letter.id}`}>
    {words} {dayOf(letter.createdAt)}
  </Link>
)

/** Why a letter came back, and how it goes out again for the postage alone (design.md#came-back). */
export function CameBack({
  letter,
  isErased,
  onChange,
}: {
  letter: LetterDetail
  isErased: boolean
  onChange: (letter: LetterDetail) => void
}) {
  const { again, returnReason } = letter
  const price = usePrice(useToday())
  const postage = price && postageOf(price).total
  const hasDied = isOfDeath(returnReason)
  const isPaid = again !== null && again.state !== 'frozen'
  const isOpen = !isPaid && letter.access === 'full'
  return (
    <section className={styles.part} aria-labelledby="ha-vuelto">
      <h2 id="ha-vuelto">Por qué ha vuelto</h2>
      {returnReason && <p>{returnReason}</p>}
      {again && (
        <p>
          <LinkTo letter={again} words={isPaid ? 'Enviada otra vez el' : 'Preparada otra vez el'} />
          {!isPaid && ', sin pagar todavía'}
        </p>
      )}
      {isOpen && isErased && (
        <p>
          Ya no se puede enviar otra vez: {durationWords(keptFor.returned)} después de volver borramos su
          texto y sus páginas.
        </p>
      )}
      {isOpen && !isErased && letter.givenBack && <p>{givenBack}</p>}
      {isOpen && !isErased && !letter.givenBack && (
        <>
          <p>
            {hasDied
              ? 'Lo sentimos mucho. Si quiere que la reciba otra persona, escriba su nombre y su dirección, y se la enviaremos tal como está.'
              : 'Corrija la dirección y la enviaremos otra vez tal como la escribió.'}{' '}
            Paga solo el franqueo
            {postage !== undefined && `, ${inEuros(postage)}`}. Puede hacerlo hasta el {keptUntil(letter)};
            ese día borraremos su texto.
          </p>
          <SendAgain letter={letter} isForAnother={hasDied} postage={postage} onChange={onChange} />
        </>
      )}
    </section>
  )
}

const keptUntil = ({ history }: LetterDetail): string => {
  const back = history.findLast(({ to }) => to === 'returned')
  return back ? dayOf(later(new Date(back.at), keptFor.returned).toISOString()) : ''
}
