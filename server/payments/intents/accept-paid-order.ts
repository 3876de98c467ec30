import type { State } from '@lacre/letter/journey.ts'
import { moneyModes } from '@lacre/letter/price/money.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { raiseConcern } from '../../database/concerns.ts'
import { isAnyGivenBack } from '../../database/queries/given-back.ts'
import type { Row, Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'
import { markPaid, paymentById, type Payment } from '../table/payments-table.ts'
import { queueReceipt } from './queue-receipt.ts'
import { startRefund } from '../refunds/request-refund.ts'
import type { Part } from '../table/orders-table.ts'

type Reaction = (deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) => Promise<void>

/** What money that has arrived means to a letter that does not wait for it, by the state it finds the letter in. */
const reactions = {
  cancelled: refundLatePayment,
  expired: refundLatePayment,
  paid: keepForAPerson,
  batched: keepForAPerson,
  printed: keepForAPerson,
  posted: keepForAPerson,
  returned: keepForAPerson,
  'needs-person': keepForAPerson,
} satisfies Record<Exclude<State, 'frozen'>, Reaction>

/** Every letter of an order whose money has arrived, and one receipt for those that go on: all of it or nothing (design.md#one-transaction). */
export async function acceptPaidOrder(deps: PaymentsDeps, tx: Tx, parts: Part[]): Promise<void> {
  const now = deps.clock.now()
  const open = parts.filter(({ payment }) => payment.state === 'open')
  if (!open.length) return
  const paid = open.map(({ payment }) => payment.id)
  await markPaid(tx, paid, now)
  const accepted: Row<'letter'>[] = []
  for (const { letter, payment } of open)
    if (letter.state !== 'frozen') await reactions[letter.state](deps, tx, letter, payment)
    else if (letter.again_of && (await isAnyGivenBack(tx, [letter.again_of])))
      await refusePostage(deps, tx, letter, payment)
    else accepted.push(letter)
  if (accepted.length) await accept(deps, tx, accepted, now)
}

/** All in a few statements: an order has up to fifty. */
async function accept(deps: PaymentsDeps, tx: Tx, letters: Row<'letter'>[], now: Date) {
  const letterIds = letters.map(({ id }) => id)
  await deps.takeSteps(tx, { letterIds, step: 'pay', cause: 'card-provider', now })
  if (moneyModes[deps.mode].becomesPaper) await deps.stagePrintJobs(tx, letterIds, now)
  await queueReceipt(deps, tx, letters, now)
}

/** A letter that has ended takes no money: it goes back by itself, and somebody looks why it came. */
async function refundLatePayment(deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) {
  await startRefund(deps, tx, await paymentById(tx, payment.id), 'paid-after-end')
  await deps.queueMail(tx, {
    kind: 'cancelled',
    data: { letterId: letter.id, refunded: String(payment.amount_cents) },
  })
  await raiseConcern(tx, {
    kind: 'paid-after-end',
    letterId: letter.id,
    reference: payment.id,
    note: `Se ha pagado una carta que ya estaba «${stateNames[letter.state]}». La devolución se ha pedido automáticamente.`,
  })
}

/** Postage alone pays only for a letter whose first payment is still ours (design.md#came-back). */
async function refusePostage(deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) {
  const now = deps.clock.now()
  await deps.takeStep(tx, { letterId: letter.id, step: 'expire', cause: 'card-provider', now })
  await refundLatePayment(deps, tx, { ...letter, state: 'expired' }, payment)
}

async function keepForAPerson(_deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) {
  await raiseConcern(tx, {
    kind: 'paid-unexpectedly',
    letterId: letter.id,
    reference: payment.id,
    note: `Ha llegado el pago de una carta que está «${stateNames[letter.state]}»: decida si se imprime o se devuelve el dinero.`,
  })
}
