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
import { type Changeable, sayItCameBack, sendAgain } from './calls.ts'
import styles from './letter.module.css'
import { prepareLetter, usePayment } from './payment.tsx'

const sameAddress = 'Es la misma dirección. ¿Enviarla ahí otra vez?'

/** Sends a letter again; for one still in the post, first reports that it came back. */
async function sendBack(letter: LetterDetail, to: SendAgainBody) {
  const reported = letter.state === 'posted' ? await sayItCameBack(letter.id) : undefined
  return reported?.ok === false ? reported : sendAgain(letter.id, to)
}

/** Asks for the address, freezes the letter with it, then opens its payment. */
function SendAgain({
  letter,
  offer,
  isForAnother,
  postage,
  onChange,
}: Changeable & {
  offer: string
  /** For another recipient: the form begins without a name. */
  isForAnother: boolean
  postage: Cents | undefined
}) {
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, pay, shown } = usePayment(button)
  const form = useLazy(() => import('../write/addresses/address-modal.tsx'))
  const [address, setAddress] = useState<Address>(
    isForAnother ? { ...letter.destination, name: '' } : letter.destination,
  )
  const [asksSame, setAsksSame] = useState(false)
  const sending = useCall(
    (to: SendAgainBody) => sendBack(letter, to),
    async ({ id }) => {
      const now = await readLetter(letter.id)
      form.close()
      if (now.ok) onChange(now.body)
      void pay(() => prepareLetter(id), postage)
    },
  )

  function open() {
    sending.reset()
    setAsksSame(false)
    form.open()
  }
  function save(corrected: Address) {
    const destination = joinAddress(corrected)
    const isSame = destination === joinAddress(letter.destination)
    setAddress(corrected)
    setAsksSame(isSame)
    if (!isSame || asksSame) sending.mutate({ destination, destinationAddress: corrected })
  }
  return (
    <>
      <Button
        ref={button}
        kind={letter.state === 'posted' ? 'secondary' : 'primary'}
        isBusy={isBusy}
        onClick={open}
      >
        {offer}
      </Button>
      {form.isMissing && <FormMissing />}
      {form.Loaded && (
        <form.Loaded
          role="destinationAddress"
          address={address}
          isBusy={sending.isPending}
          trouble={sending.error?.message ?? (asksSame && !sending.isPending ? sameAddress : undefined)}
          saveWords={asksSame ? 'Sí, enviarla ahí' : 'Continuar al pago'}
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

/**
 * Why a letter came back, and sending it again for the postage alone; for a posted letter its sender may report the return
 * (design/letter.md#came-back). The button stays mounted after that report, because the payment opens from it.
 */
export function CameBack({ letter, isErased, onChange }: Changeable & { isErased: boolean }) {
  const { again, returnReason } = letter
  const price = usePrice(useToday())
  const postage = price && postageOf(price).total
  const isBack = letter.state === 'returned'
  const hasDied = isOfDeath(returnReason)
  const isPaid = again !== null && again.state !== 'frozen'
  const isOpen = !isPaid && letter.access === 'full'
  return (
    <section
      className={isBack ? `stack sheet start ${styles.part}` : 'list start'}
      aria-labelledby={isBack ? 'ha-vuelto' : undefined}
    >
      {isBack && (
        <h2 id="ha-vuelto" className="subtitle">
          Por qué ha vuelto
        </h2>
      )}
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
          {isBack && (
            <p>
              {hasDied
                ? 'Lo sentimos mucho. Si quiere que la reciba otra persona, escriba su nombre y su dirección, y se la enviaremos tal como está.'
                : 'Corrija la dirección y la enviaremos otra vez tal como la escribió.'}{' '}
              Paga solo el franqueo
              {postage !== undefined && `, ${inEuros(postage)}`}. Puede hacerlo hasta el {keptUntil(letter)};
              ese día borraremos su texto.
            </p>
          )}
          <SendAgain
            letter={letter}
            offer={offerWords({ isBack, hasDied, postage })}
            isForAnother={hasDied}
            postage={postage}
            onChange={onChange}
          />
        </>
      )}
    </section>
  )
}

function offerWords({
  isBack,
  hasDied,
  postage,
}: {
  isBack: boolean
  hasDied: boolean
  postage: Cents | undefined
}) {
  if (hasDied) return 'Enviarla a otra persona'
  if (isBack) return 'Corregir la dirección y enviarla otra vez'
  return `¿Le ha vuelto? Envíela otra vez${postage === undefined ? '' : ` por ${inEuros(postage)}`}`
}

const keptUntil = ({ history }: LetterDetail): string => {
  const back = history.findLast(({ to }) => to === 'returned')
  return back ? dayOf(later(new Date(back.at), keptFor.returned).toISOString()) : ''
}
