import type { Tx } from '../database/tables.ts'
import type { Limits } from '../http/limits.ts'
import { createCancelIntentOf } from './intents/cancel-intent.ts'
import { createCreateIntent } from './intents/create-intent.ts'
import type { PaymentsDeps } from './deps.ts'
import { createLookAtMoney } from './intents/look-at-money.ts'
import { moneyOf } from './table/money-of.ts'
import { queueReceipt } from './intents/queue-receipt.ts'
import { createReceiveEvent } from './intents/receive-event.ts'
import { lockLetter } from './table/owed-letter.ts'
import { createReconcile } from './intents/reconcile.ts'
import { createRequestRefund } from './refunds/request-refund.ts'
import { settleRefunds } from './refunds/settle-refunds.ts'

const hour = 60 * 60

/** The actions of this room, made once, for the routes, the workers and the rooms that are handed one of them. */
export function createPayments(
  deps: PaymentsDeps,
  { limits, requireVerifiedEmail }: { limits: Limits; requireVerifiedEmail: boolean },
) {
  const intentsOfAccount = limits({ name: 'payment-intents', points: 20, seconds: hour })
  const failuresOfAccount = limits({
    name: 'payment-failures',
    points: 5,
    seconds: hour,
    refusal: {
      code: 'too-many-refused-payments',
      detail: (wait) =>
        `Se han rechazado demasiados pagos seguidos. Por seguridad, espere ${wait} y vuelva a intentarlo; su carta está guardada.`,
    },
  })
  return {
    createIntent: createCreateIntent(deps, { requireVerifiedEmail, intentsOfAccount, failuresOfAccount }),
    receiveEvent: createReceiveEvent(deps, failuresOfAccount),
    reconcile: createReconcile(deps),
    cancelIntentOf: createCancelIntentOf(deps),
    requestRefund: createRequestRefund(deps),
    lookAtMoney: createLookAtMoney(deps),
    moneyOf,
    /** For a letter that a person has found to be paid. */
    async queueReceiptOf(tx: Tx, letterId: string): Promise<void> {
      const letter = await lockLetter(tx, letterId)
      if (letter) await queueReceipt(deps, tx, letter, deps.clock.now())
    },
    settleRefunds: () => settleRefunds(deps),
  }
}
