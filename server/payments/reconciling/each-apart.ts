import { raiseConcern } from '../../database/concerns.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isProviderTrouble } from '../seen-intent.ts'
import { paymentOfIntent } from '../table/payments-table.ts'

/** `changed` leaves out what raised a concern: those stay as they are. */
export type Reconciled = { looked: number; changed: number; unreachable: number }
/** `again`: what went wrong on our side, to be tried once more when the rest is done. */
export type Round = Reconciled & { again?: { reference: string; bring: () => Promise<boolean> }[] }

export const newRound = (): Round => ({ looked: 0, changed: 0, unreachable: 0, again: [] })

/** What went wrong on our side is tried once more. */
export async function endRound(deps: PaymentsDeps, { again = [], ...done }: Round): Promise<Reconciled> {
  for (const { reference, bring } of again) await eachApart(deps, done, reference, bring)
  return done
}

/**
 * One payment that cannot be brought up to date is a matter for a person, and keeps no other. Tried twice, with the
 * others between: a database that was away in the midst of it, with all its connections, is nobody's matter.
 */
export async function eachApart(
  deps: PaymentsDeps,
  done: Round,
  reference: string,
  bring: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await bring()) done.changed++
  } catch (error) {
    if (isProviderTrouble(error) && error.code !== 'resource_missing') {
      done.unreachable++
      return
    }
    if (!isProviderTrouble(error) && done.again) {
      done.again.push({ reference, bring })
      return
    }
    const payment = await paymentOfIntent(deps.db, reference)
    const why = isProviderTrouble(error) ? 'no lo conoce' : 'dice algo que no se entiende'
    await raiseConcern(deps.db, {
      kind: 'payment-unreadable',
      letterId: payment?.letter_id ?? null,
      reference,
      note: `El proveedor de pago ${why} (${reference}). Compruebe que las claves son las de siempre.`,
    })
  }
}
