import { cents, inEuros } from '@lacre/letter/money.ts'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import styles from '../view/console.module.css'
import { count, letterCode, paymentStates, sheets } from '../words/words.ts'

function paymentWords(payment: LetterCard['payment']): string {
  if (!payment) return 'Ninguno'
  const { state, cents: charged, refundedCents, isDisputed } = payment
  const parts = [`${paymentStates[state]}: ${inEuros(cents(charged))}`]
  if (refundedCents > 0) parts.push(`devueltos ${inEuros(cents(refundedCents))}`)
  if (isDisputed) parts.push('EN DISPUTA: el banco ha reclamado el pago')
  return parts.join('; ')
}

/** What the house knows of a letter without reading it. */
export function LetterFacts({ letter }: { letter: LetterCard }) {
  const facts: [string, string][] = [
    ['Marca', letterCode(letter.id)],
    ['Huella', letter.hash],
    ['Papel', `${count(letter.pages, 'página', 'páginas')}, ${sheets(letter.sheets)}`],
    ['Destino', [letter.postalCode, letter.province].filter(Boolean).join(' ') || 'Borrado'],
    ['Pago', paymentWords(letter.payment)],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={name === 'Marca' || name === 'Huella' ? styles.code : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
