import type { Address } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { count } from '@lacre/letter/words/plural.ts'
import { PriceLines } from '../cost/price-lines.tsx'
import { FrozenPages } from './frozen-pages.tsx'
import styles from './payment.module.css'

/** What is bought: the letter as the server froze it, to whom it goes, and what makes up its price. */
export function PaymentSummary({ letter, recipient }: { letter: CreatedLetter; recipient: Address }) {
  return (
    <div className={styles.summary}>
      <p>
        Carta para <strong>{recipient.name}</strong>, {recipient.street}, {recipient.postalCode}{' '}
        {recipient.city}.
      </p>
      <p className={styles.facts}>
        {count(letter.pages, 'página', 'páginas')} en {count(letter.sheets, 'hoja', 'hojas')} · huella{' '}
        <code>{letter.hash}</code>
      </p>
      <FrozenPages letter={letter} />
      <PriceLines lines={letter.lines} />
    </div>
  )
}
