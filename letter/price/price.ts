import { cents, sum, type Cents } from './money.ts'
import type { Day } from '../day.ts'

/** One line of the price as the sender sees it, pays it and finds it in the receipt. */
export type PriceLine = { code: 'postage' | 'service' | 'launch-discount'; label: string; cents: Cents }
export type Price = { lines: PriceLine[]; total: Cents; currency: 'eur' }

/** Ordinary national postage up to 20 g, newest first. A new tariff is a new row (specification, section 9). */
const postage: { from: Day; cents: Cents }[] = [{ from: '2025-01-01' as Day, cents: cents(89) }]

/** Printing, materials, handling and postage (specification, section 9). */
const service = cents(350)

/** Makes the readings of the specification agree: 0,89 + 3,50 − 1,10 = 3,29 (design.md#price-shown-is-charged). */
const launchDiscount = cents(-110)

/**
 * The one price table: panel, dialog, payment and receipt all read it.
 * @throws RangeError for a day before the first tariff: better to stop than to charge a guess.
 */
export function priceOn(day: Day): Price {
  const tariff = postage.find(({ from }) => from <= day)
  if (!tariff) throw new RangeError(`no postage tariff on ${day}`)
  const lines: PriceLine[] = [
    { code: 'postage', label: 'Franqueo nacional ordinario', cents: tariff.cents },
    {
      code: 'service',
      label: 'Servicio (impresión, materiales, manipulación y franqueo)',
      cents: service,
    },
    { code: 'launch-discount', label: 'Descuento de lanzamiento', cents: launchDiscount },
  ]
  return { lines, total: sum(lines.map((line) => line.cents)), currency: 'eur' }
}

/** The label of the sum wherever it is shown; taxes are in it (art. 97.1.e TRLGDCU). */
export const totalLabel = 'Total (IVA incluido)'
