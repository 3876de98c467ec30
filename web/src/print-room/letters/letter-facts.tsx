import { orderNumber } from '@lacre/letter/order-number.ts'
import { paymentStateNames } from '@lacre/letter/price/payment-states.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { disputeStateNames } from '@lacre/letter/price/dispute-states.ts'
import { refundStateNames } from '@lacre/letter/price/refund-states.ts'
import { count } from '@lacre/letter/words/plural.ts'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/letter-code.ts'
import { Fact, Facts } from '../../ui/display/facts.tsx'
import styles from '../view/view.module.css'
import { sheets } from '../words/words.ts'

function paymentWords(payment: LetterCard['payment']): string {
  if (!payment) return 'Ninguno'
  const { state, cents: charged, refundedCents, dispute, refund } = payment
  const parts = [`${paymentStateNames[state]}: ${inEuros(cents(charged))}`]
  if (refundedCents > 0 && state !== 'refunded') parts.push(`devueltos ${inEuros(cents(refundedCents))}`)
  if (refund && refund !== 'succeeded') parts.push(`devolución ${refundStateNames[refund]}`)
  if (dispute) parts.push(disputeStateNames[dispute])
  return parts.join('; ')
}

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
      <Fact name="Destino">
        {[letter.postalCode, letter.province].filter(Boolean).join(' ') || 'Borrado'}
      </Fact>
      <Fact name="Pago">{paymentWords(letter.payment)}</Fact>
    </Facts>
  )
}
