import { madridDay, earlier, hours } from '@lacre/letter/days.ts'
import type { PaymentsDeps } from '../../payments/deps.ts'
import { reconcile } from '../../payments/reconciling/reconcile.ts'
import { isProviderTrouble } from '../../payments/seen-intent.ts'
import type { CommandResult } from '../../ports.ts'
import { dayOf } from './day-of.ts'

/** `reconcile`, and `reconcile --from <day>`, which looks at payments and refunds that the usual list leaves out. */
export async function reconcileCommand(
  payments: PaymentsDeps,
  { from }: { from?: string },
): Promise<CommandResult> {
  const first = dayOf(from)
  if (from !== undefined && (!first || first > madridDay(payments.clock.now())))
    return {
      says: 'Use: reconcile --from 2026-01-31, con un día que ya ha llegado, o reconcile a secas.',
      trouble: true,
    }
  try {
    const { looked, changed, unread, unreachable } = await reconcile(payments, first && startOf(first))
    const says = `Pagos mirados: ${looked}; puestos al día: ${changed}; sin respuesta: ${unreachable}; no se pueden leer: ${unread}${unread ? ' (véalos en «Necesitan a una persona»)' : ''}.`
    return { says, trouble: unreachable > 0 || unread > 0 }
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    if (error.statusCode === 401)
      return {
        says: 'El proveedor de pago no acepta STRIPE_SECRET_KEY: no se ha mirado ningún pago.',
        trouble: true,
      }
    return { says: 'El proveedor de pago no responde: no se ha mirado ningún pago.', trouble: true }
  }
}

/** In Madrid, where days begin up to two hours before they do in UTC. */
const startOf = (from: string) => earlier(new Date(`${from}T00:00:00Z`), hours(2))
