import { useState } from 'react'
import { longDate, arrivalFor, leavesOn, postingDay } from '@lacre/letter/days.ts'
import { comingDate, count } from '@lacre/letter/words.ts'
import type { PaymentProps, ToPay } from '../../outside/card-form.ts'
import { useClosedDays } from '../../use-config.ts'
import { useToday } from '../../use-today.ts'
import { FrozenPages } from './frozen-pages.tsx'
import styles from './payment.module.css'

/** What is bought: each letter as the server froze it, and to whom it goes. */
export function PaymentSummary({ letters, isBusy }: { letters: PaymentProps['letters']; isBusy: boolean }) {
  const [{ letter, recipient }, ...others] = letters
  if (others.length) {
    const isOneDay = others.every((one) => one.letter.postOn === letter.postOn)
    return (
      <div className={styles.summary}>
        <p>
          Cartas para <strong>{count(letters.length, 'destinatario', 'destinatarios')}</strong>
        </p>
        {isOneDay && <Leaves letter={letter} />}
        <ol className={styles.letters}>
          {letters.map((one) => (
            <Folded key={one.letter.id} {...one} isBusy={isBusy} saysDay={!isOneDay} />
          ))}
        </ol>
      </div>
    )
  }
  return (
    <div className={styles.summary}>
      <p>
        Carta para <strong>{recipient.name}</strong>
      </p>
      <Leaves letter={letter} />
      <FrozenPages letter={letter} isBusy={isBusy} />
      <Where letter={letter} recipient={recipient} />
    </div>
  )
}

const Where = ({ letter, recipient }: ToPay) => (
  <p className={styles.facts}>
    {recipient.street}, {recipient.postalCode} {recipient.city} · {count(letter.pages, 'página', 'páginas')}{' '}
    en {count(letter.sheets, 'hoja', 'hojas')}
  </p>
)

/** One of several: its pages are fetched when somebody looks. */
function Folded({ letter, recipient, isBusy, saysDay }: ToPay & { isBusy: boolean; saysDay: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {recipient.name}, {recipient.city} · {count(letter.pages, 'página', 'páginas')}
        </summary>
        {isOpen && (
          <div className={styles.folded}>
            {saysDay && <Leaves letter={letter} />}
            <FrozenPages letter={letter} isBusy={isBusy} />
            <Where letter={letter} recipient={recipient} />
          </div>
        )}
      </details>
    </li>
  )
}

/** Of a letter that waits for its day (design.md#posting-day). */
function Leaves({ letter }: Pick<ToPay, 'letter'>) {
  const today = useToday()
  const closed = useClosedDays()
  const postOn = postingDay(letter.postOn)
  if (!today || !postOn || postOn <= today) return null
  return (
    <p>
      Sale <strong>{comingDate(leavesOn(postOn, closed), today)}</strong> y se espera que llegue el{' '}
      {longDate(arrivalFor(postOn, today, closed))}.
    </p>
  )
}
