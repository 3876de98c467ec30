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

/** What a price is made of, in the order of its lines. */
export const priceLabels = {
  postage: 'Franqueo nacional ordinario',
  service: 'Servicio (impresión, materiales, manipulación y puesta en Correos)',
  'launch-discount': 'Descuento de lanzamiento',
} as const
export type PriceCode = keyof typeof priceLabels
export const priceCodes = keysOf(priceLabels)

/** One line of the price as the sender sees it, pays it and finds it in the receipt. */
export type PriceLine = { code: PriceCode; label: string; cents: Cents }
export type Price = { lines: PriceLine[]; total: Cents; currency: 'eur' }

/** What a part costs from that day on, until a later row of the same part. */
export type PriceRow = { from: Day; code: PriceCode; cents: Cents }

const first = (code: PriceCode, amount: number): PriceRow => ({
  from: '2025-01-01' as Day,
  code,
  cents: cents(amount),
})

/**
 * The prices of the specification, section 9; what operators add comes after these (design/money.md#dated-prices). The
 * discount makes its two readings agree: 0,89 + 3,50 − 1,10 = 3,29 (design/money.md#price-shown-is-charged).
 */
export const firstPrices: readonly PriceRow[] = [
  first('postage', 89),
  first('service', 350),
  first('launch-discount', -110),
]

/**
 * What a letter costs on a day: panel, dialog, payment, receipt and terms all read it. A part that costs nothing has no line.
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

/** What it costs to send a letter again that came back: the postage alone (design/letter.md#came-back). */
export function postageOf({ lines, currency }: Price): Price {
  const postage = lines.filter(({ code }) => code === 'postage')
  return { lines: postage, total: sum(postage.map((line) => line.cents)), currency }
}

/** The label of the sum wherever it is shown; taxes are in it (art. 97.1.e TRLGDCU). */
export const totalLabel = 'Total (IVA incluido)'

type Line = { code: string; label: string; cents: number }

/** What letters that are paid together cost, line by line: `Franqueo nacional ordinario × 30`. Of one letter, its own lines. */
export const sumLines = (letters: readonly (readonly Line[])[]): PriceLine[] =>
  priceCodes.flatMap((code) => {
    const lines = letters.flatMap((one) => one.filter((line) => line.code === code))
    const [first] = lines
    if (!first) return []
    const label = lines.length > 1 ? `${first.label} × ${lines.length}` : first.label
    return [{ code, label, cents: cents(lines.reduce((sum, line) => sum + line.cents, 0)) }]
  })

/** What so many letters cost together, before there are any. */
export const priceOfSeveral = ({ lines, total, currency }: Price, letters: number): Price => ({
  lines: sumLines(Array.from({ length: letters }, () => lines)),
  total: cents(total * letters),
  currency,
})

/** `left_cents`: what of it is neither back nor on its way. */
type Paid = { state: PaymentState; dispute: DisputeState | null; left_cents: number }

/** Whether a person may ask back now what a payment took: its refund waits, or it pays for no letter, or for one that has ended. */
export const isOwed = (
  letter: State,
  { state, dispute, left_cents: left }: Paid,
  refund: RefundState | null,
): boolean => {
  if (isWithBank(dispute) || left <= 0) return false
  if (refund) return isRetryable(refund)
  return state === 'taken' || (state === 'paid' && (letter === 'cancelled' || letter === 'expired'))
}

/** Letters that one intent can pay (design/money.md#orders). */
export const mostLettersOfOrder = 50
