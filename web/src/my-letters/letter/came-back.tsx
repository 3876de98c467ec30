import { Link } from 'wouter'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { longDate, madridDay, later } from '@lacre/letter/days.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { isOfDeath } from '@lacre/letter/print-room/reasons.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import { postageOf } from '@lacre/letter/price/price.ts'
import { durationWords, givenBack } from '@lacre/letter/words.ts'
import { usePrice } from '../../use-config.ts'
import { useToday } from '../../use-today.ts'
import styles from './letter.module.css'
import { SendAgain } from './send-again.tsx'

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
