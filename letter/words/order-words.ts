import { cents, inEuros } from '../price/money.ts'
import { count } from './plural.ts'

/** `Pedido de 30 cartas · 98,70 €` (design.md#orders). */
export const orderWords = ({ letters, total }: { letters: number; total: number }): string =>
  `Pedido de ${count(letters, 'carta', 'cartas')} · ${inEuros(cents(total))}`
