import type Stripe from 'stripe'
import { isDatabaseAway } from '../../database/database-trouble.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isProviderTrouble, isRefusal } from '../seen-intent.ts'
import { raiseUnreadable } from '../unreadable.ts'

/**
 * `changed` leaves out what raised a concern: those stay as they are. `unread`: a person was called to it. `unreachable`: what
 * the provider, or our own database, did not answer for; it is looked at again in the next round.
 */
export type Reconciled = { looked: number; changed: number; unread: number; unreachable: number }

export const newRound = (): Reconciled => ({ looked: 0, changed: 0, unread: 0, unreachable: 0 })

/** One payment that cannot be brought up to date is a matter for a person, and keeps no other. */
export async function eachApart(
  deps: PaymentsDeps,
  done: Reconciled,
  reference: string,
  bring: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await bring()) done.changed++
  } catch (error) {
    if (await isAway(deps, error)) {
      done.unreachable++
      return
    }
    const why = isProviderTrouble(error) ? whyRefused(error) : 'dice algo que no se entiende'
    const note = `El proveedor de pago ${why} (${reference}). Compruebe que las claves son las de siempre.`
    done.unread++
    await raiseUnreadable(deps.db, reference, note)
  }
}

const isAway = async ({ cards }: PaymentsDeps, error: unknown): Promise<boolean> =>
  isProviderTrouble(error)
    ? !isRefusal(error) || (isAboutKey(error) && !(await isKeyTaken(cards)))
    : isDatabaseAway(error)

/** Of a key that is refused everywhere its own alarm tells (`cards-refused`), not each payment. */
const isAboutKey = ({ statusCode }: Stripe.errors.StripeError) => statusCode === 401 || statusCode === 403

/** Whether any payment is shown for it. */
const isKeyTaken = (cards: Stripe): Promise<boolean> =>
  cards.paymentIntents.list({ limit: 1 }).then(
    () => true,
    (error: unknown) => {
      if (isProviderTrouble(error)) return false
      throw error
    },
  )

const whyRefused = ({ code }: Stripe.errors.StripeError) =>
  code === 'resource_missing' ? 'no lo conoce' : 'rechaza lo que se le pregunta de un pago, y de otros no'
