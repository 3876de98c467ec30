import { leavesAt, type CutOff, postingDay } from '@lacre/letter/days.ts'
import { untilWords } from '@lacre/letter/words.ts'
import type { PaymentProps } from '../../outside/card-form.ts'
import styles from './payment.module.css'

/** What the law wants beside the button that binds: the terms, no withdrawal, until when it can be cancelled. */
export function PaymentTerms({
  letters,
  cutOff,
  now,
}: Pick<PaymentProps, 'letters'> & {
  /** Undefined: no hour is promised, or known yet. */
  cutOff: CutOff | undefined
  now: Date
}) {
  const isOne = letters.length === 1
  const [first] = cutOff
    ? letters
        .map(({ letter }) => leavesAt(now, postingDay(letter.postOn), cutOff))
        .toSorted((one, other) => Number(one) - Number(other))
    : []
  return (
    <p className={styles.terms}>
      Al pagar acepta las{' '}
      <a href="/terms-of-use" target="_blank">
        condiciones
      </a>
      ; {isOne ? 'la carta, al ser personal, no admite' : 'las cartas, al ser personales, no admiten'}{' '}
      desistimiento, pero puede {isOne ? 'cancelarla' : 'cancelarlas'} gratis hasta{' '}
      {first ? untilWords(first, now) : `que empecemos a ${isOne ? 'imprimirla' : 'imprimirlas'}`}.
    </p>
  )
}
