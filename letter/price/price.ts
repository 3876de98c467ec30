import type { Day } from '../days.ts'
import type { State } from '../journey.ts'
import { keysOf } from '../keys-of.ts'
import { cents, type Cents, sum } from './money.ts'
import {
  type DisputeState,
  isRetryable,
  isWithBank,
  type PaymentState,
  type RefundState,
} from './payment-states.ts'

/** The parts of a price, in the order of its lines. */
export const priceLabels = {
  postage: 'Franqueo nacional ordinario',
  service: 'Servicio (impresión, materiales, manipulación y puesta en Correos)',
  'launch-discount': 'Descuento de lanzamiento',
} as const
export type PriceCode = keyof typeof priceLabels
export const priceCodes = keysOf(priceLabels)

/** A line of the price, as shown, paid and printed on the receipt. */
export type PriceLine = { code: PriceCode; label: string; cents: Cents }
export type Price = { lines: PriceLine[]; total: Cents; currency: 'eur' }

/** The price of a part from that day on, until a later row. */
export type PriceRow = { from: Day; code: PriceCode; cents: Cents }

const first = (code: PriceCode, amount: number): PriceRow => ({
  from: '2025-01-01' as Day,
  code,
  cents: cents(amount),
})

/**
 * The prices of the specification, section 9; operators' prices follow (design/money.md#dated-prices). The discount
 * makes its two readings agree: 0,89 + 3,50 − 1,10 = 3,29 (design/money.md#price-shown-is-charged).
 */
export const firstPrices: readonly PriceRow[] = [
  first('postage', 89),
  first('service', 350),
  first('launch-discount', -110),
]

/**
 * The price of a letter on a day, for panel, dialog, payment, receipt and terms. A part that costs nothing has no line.
 * @throws RangeError for a day before the first row: better to stop than to charge a guess.
 */
export function priceOn(day: Day, rows: readonly PriceRow[]): Price {
  const inForce = rows.filter(({ from }) => from <= day).toSorted((a, b) => a.from.localeCompare(b.from))
  const lines = priceCodes.map((code): PriceLine => {
    const row = inForce.findLast((one) => one.code === code)
    if (!row) throw new RangeError(`no price of ${code} on ${day}`)
    return { code, label: priceLabels[code], cents: row.cents }
  })
  return {
    lines: lines.filter((line) => line.cents !== 0),
    total: sum(lines.map((line) => line.cents)),
    currency: 'eur',
  }
}

/** The price of sending a returned letter again: the postage alone (design/letter.md#came-back). */
export function postageOf({ lines, currency }: Price): Price {
  const postage = lines.filter(({ code }) => code === 'postage')
  return { lines: postage, total: sum(postage.map((line) => line.cents)), currency }
}

/** The label of the total; taxes are included (art. 97.1.e TRLGDCU). */
export const totalLabel = 'Total (IVA incluido)'

type Line = { code: string; label: string; cents: number }

/** The lines of an order: `Franqueo nacional ordinario × 30`. For one letter, its own lines. */
export const sumLines = (letters: readonly (readonly Line[])[]): PriceLine[] =>
  priceCodes.flatMap((code) => {
    const lines = letters.flatMap((one) => one.filter((line) => line.code === code))
    const [first] = lines
    if (!first) return []
    const label = lines.length > 1 ? `${first.label} × ${lines.length}` : first.label
    return [{ code, label, cents: cents(lines.reduce((sum, line) => sum + line.cents, 0)) }]
  })

/** The price of several letters, before they exist. */
export const priceOfSeveral = ({ lines, total, currency }: Price, letters: number): Price => ({
  lines: sumLines(Array.from({ length: letters }, () => lines)),
  total: cents(total * letters),
  currency,
})

/** `left_cents`: neither refunded nor on its way. */
type Paid = { state: PaymentState; dispute: DisputeState | null; left_cents: number }

/** Whether an operator may refund a payment now: its refund waits, or it pays for no letter, or for an ended one. */
export const isOwed = (
  letter: State,
  { state, dispute, left_cents: left }: Paid,
  refund: RefundState | null,
): boolean => {
  if (isWithBank(dispute) || left <= 0) return false
  if (refund) return isRetryable(refund)
  return state === 'taken' || (state === 'paid' && (letter === 'cancelled' || letter === 'expired'))
}

/** The most letters of one order (design/money.md#orders). */
export const mostLettersOfOrder = 50
