import type { Address } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { count } from '@lacre/letter/words/plural.ts'
import { FrozenPages } from './frozen-pages.tsx'
import styles from './payment.module.css'

/** What is bought: the letter as the server froze it, and to whom it goes. */
export function PaymentSummary({
  letter,
  recipient,
  isBusy,
}: {
  letter: CreatedLetter
  recipient: Address
  isBusy: boolean
}) {
  return (
    <div className={styles.summary}>
      <p>
        Carta para <strong>{recipient.name}</strong>
      </p>
      <FrozenPages letter={letter} isBusy={isBusy} />
      <p className={styles.facts}>
        {recipient.street}, {recipient.postalCode} {recipient.city} ·{' '}
        {count(letter.pages, 'página', 'páginas')} en {count(letter.sheets, 'hoja', 'hojas')}
      </p>
    </div>
  )
}
