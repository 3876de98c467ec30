import { day, longDate } from '@lacre/letter/days.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { Link } from 'wouter'
import { count } from '@lacre/letter/words.ts'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { Fact, Facts } from '../../ui/display/facts.tsx'
import styles from '../view/view.module.css'
import { addressOfLetter } from '../view/use-view.ts'
import { paymentWords } from '../words/payment-words.ts'
import { sheets } from '../words/words.ts'

/** What the print room knows of a letter without reading it. */
export function LetterFacts({ letter }: { letter: LetterCard }) {
  return (
    <Facts values="beside">
      <Fact name="Pedido">{orderNumber(letter.id)}</Fact>
      <Fact name="Código de hoja">
        <span className={styles.code}>{letterCode(letter.id)}</span>
      </Fact>
      <Fact name="Código del documento">
        <span className={styles.code}>{letter.hash}</span>
      </Fact>
      <Fact name="Papel">
        {count(letter.pages, 'página', 'páginas')}, {sheets(letter.sheets)}
      </Fact>
      {letter.postOn && <Fact name="Día de envío">{longDate(day(letter.postOn))}</Fact>}
      <Fact name="Destino">
        {[letter.postalCode, letter.province].filter(Boolean).join(' ') || 'Borrado'}
      </Fact>
      <Fact name="Pago">{paymentWords(letter.payment)}</Fact>
      {letter.againOf && <Linked name="Segundo envío de" id={letter.againOf} />}
      {letter.again && <Linked name="Enviada otra vez" id={letter.again} />}
    </Facts>
  )
}

/** The first and the second of a letter that came back (design.md#came-back). */
const Linked = ({ name, id }: { name: string; id: string }) => (
  <Fact name={name}>
    <Link href={addressOfLetter(id)} className={styles.code}>
      {letterCode(id)}
    </Link>
  </Fact>
)
