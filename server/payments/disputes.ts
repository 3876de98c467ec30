import { disputeOf, type DisputeState } from '@lacre/letter/price/payment-states.ts'
import { disputeComesAfter } from './provider-states.ts'
import type { IssueKind } from '../database/issue-kinds.ts'
import { raiseIssue, settleMoneyIssues } from '../database/issues.ts'
import type { Row, Tx } from '../database/tables.ts'
import type { PaymentsDeps, SeenDispute } from './seen-intent.ts'
import { markDispute, type Order, type Part } from './orders-table.ts'
import { lockLetter } from '../letters/letters-table.ts'
import { takeStep } from '../letters/steps.ts'

const issues = {
  open: {
    kind: 'dispute',
    note: 'El titular de la tarjeta ha reclamado el cargo. Responda en el panel del proveedor de pago.',
  },
  won: {
    kind: 'dispute-won',
    note: 'El banco ha resuelto a nuestro favor y el dinero está aquí. Si la carta no se imprimió, siga adelante con ella o devuelva el dinero.',
  },
  lost: {
    kind: 'dispute-lost',
    note: 'El banco ha devuelto el dinero al titular de la tarjeta. De aquí no sale más, y la carta no está pagada.',
  },
} as const satisfies Record<DisputeState, { kind: IssueKind; note: string }>
const kinds = Object.values(issues).map(({ kind }) => kind)

/**
 * Books the provider's disputes of an order on each of its letters. While one is open, and after one is lost, nothing
 * more is printed, posted from a batch or refunded. After a won one an operator sends the letters on or refunds them
 * (design/trust.md#disputes). Raises an issue for each new dispute and for each end.
 */
export async function bookDisputes(
  deps: PaymentsDeps,
  tx: Tx,
  order: Order,
  parts: Part[],
  seen: SeenDispute[],
) {
  if (!seen.length) return
  const { known, news } = await keepDisputes(tx, order.id, seen)
  const dispute = disputeOf(known.map(({ state }) => state))
  if (!dispute) return
  const isCurrent = ({ state }: SeenDispute) => state === dispute
  const toReport = news.some(isCurrent) ? news.filter(isCurrent) : known.filter(isCurrent).slice(0, 1)
  if (dispute === order.dispute && !news.some(isCurrent)) return
  await markDispute(tx, order.id, dispute)
  const others = kinds.filter((one) => one !== issues[dispute].kind)
  const ids = known.map(({ id }) => id)
  for (const { letter } of parts) {
    await settleMoneyIssues(tx, letter.id, others, deps.clock.now(), ids)
    for (const { id } of toReport) await bookLetterDispute(deps, tx, letter.id, dispute, id)
  }
}

/** Saves the disputes, unless a later state is known. Answers all known ones and those that changed. */
async function keepDisputes(tx: Tx, order_id: string, seen: SeenDispute[]) {
  const find = () =>
    tx.selectFrom('card_dispute').selectAll().where('order_id', '=', order_id).orderBy('id').execute()
  const known = await find()
  const news = seen.filter(({ id, state }) =>
    disputeComesAfter(known.find((one) => one.id === id)?.state, state),
  )
  if (!news.length) return { known, news }
  await tx
    .insertInto('card_dispute')
    .values(news.map((dispute) => ({ ...dispute, order_id })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ state: eb.ref('excluded.state') })),
    )
    .execute()
  return { known: await find(), news }
}

async function bookLetterDispute(
  deps: PaymentsDeps,
  tx: Tx,
  letterId: string,
  dispute: DisputeState,
  reference: string,
) {
  const { kind, note } = issues[dispute]
  const letter = await lockLetter(tx, letterId)
  const isStopped =
    dispute !== 'won' && letter !== undefined && (letter.state === 'paid' || isInBatch(letter))
  const says = isStopped && isInBatch(letter) ? `${note} ${asideNote}` : note
  if (dispute !== 'won' || (letter && isUndecided(letter)))
    await raiseIssue(tx, { kind, letterId, reference, note: says }, deps.clock.now())
  if (isStopped) await doubt(deps, tx, letter)
}

const asideNote = 'Estaba en una tanda cerrada: si ya está impresa, aparte sus hojas.'

const isInBatch = ({ state }: Row<'letter'>) => state === 'batched' || state === 'printed'

/** It waits for an operator, or ended while the bank had its money. */
const isUndecided = ({ state }: Row<'letter'>) =>
  state === 'needs-person' || state === 'cancelled' || state === 'expired'

/** Moves the letter to `needs-person`. */
export const doubt = ({ clock }: PaymentsDeps, tx: Tx, { id }: Row<'letter'>) =>
  takeStep(tx, { letterId: id, step: 'doubt', cause: 'card-provider', now: clock.now() })
