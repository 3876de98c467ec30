import { provinceOf } from '@lacre/letter/address/address.ts'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { isWithBank, type RefundState } from '@lacre/letter/price/payment-states.ts'
import { isOwed } from '@lacre/letter/price/price.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import { sql } from 'kysely'
import { onTheWayBack } from '../../database/queries/given-back.ts'
import { hasLivingSibling } from '../../database/queries/living-sibling.ts'
import type { Row } from '../../database/tables.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { actionsFor } from './actions-for.ts'
import type { ConsoleDeps } from '../deps.ts'

type Deps = Pick<ConsoleDeps, 'db'>
const nameOf = (id: number | null) => (id === null ? null : batchName(id))

/** What an operator sees of letters: no name, no street, no word (design.md#figures-only). In the order of `ids`. */
export async function cardsOf(
  deps: Deps,
  ids: string[],
  { isSupervisor }: { isSupervisor: boolean },
): Promise<LetterCard[]> {
  if (!ids.length) return []
  const { letters, seconds, jobs, batches, steps, payments, refunds, concerns } = await factsOf(deps, ids)
  const of = <One extends { letter_id: string | null }>(rows: One[], id: string) =>
    rows.filter(({ letter_id }) => letter_id === id)
  return ids.flatMap((id) => {
    const letter = letters.find((one) => one.id === id)
    if (!letter) return []
    const attempts = of(jobs, id)
    const living = attempts.find(({ state }) => state !== 'void')
    const batch = batches.find((one) => one.id === living?.batch_id)
    const paid = of(payments, id)
    // Of several the one whose money is here.
    const payment = paid.findLast((one) => leftOf(one) > 0) ?? paid.at(-1)
    return [
      {
        id,
        hash: shortHash(letter.pdf_sha256),
        state: letter.state,
        pages: letter.pages,
        sheets: letter.sheets,
        postalCode: letter.postal_code,
        province: provinceOf(letter.postal_code ?? '') ?? null,
        postOn: letter.post_on,
        batch: nameOf(living?.batch_id ?? null),
        place: living?.place ?? null,
        enclosedAt: living?.enclosed_at?.toISOString() ?? null,
        attempts: attempts.map((job) => ({
          attempt: job.attempt,
          state: job.state,
          reason: job.reason,
          at: job.created_at.toISOString(),
          batch: nameOf(job.batch_id),
        })),
        steps: of(steps, id).map(({ at, from_state, to_state, step, cause }) => ({
          at: at.toISOString(),
          from: from_state,
          to: to_state,
          step,
          cause,
        })),
        payment: payment ? paymentOf(payment, refundOf(payment, refunds)) : null,
        againOf: letter.again_of,
        again: seconds.find(({ again_of }) => again_of === id)?.id ?? null,
        concerns: of(concerns, id).map(({ id, kind, note, created_at }) => ({
          id,
          kind,
          note,
          at: created_at.toISOString(),
        })),
        can: actionsFor({
          state: letter.state,
          attempts,
          isMade: !!batch?.pdf_sha256,
          isErased: letter.is_erased,
          hasSibling: letter.has_sibling,
          isSupervisor,
          isOwed: paid.some((one) =>
            isOwed(letter.state, { ...one, left: leftOf(one) }, refundOf(one, refunds)?.state),
          ),
          isPaid: paid.some((one) => one.state === 'paid' && leftOf(one) > 0 && !refundOf(one, refunds)),
          isWithBank: isWithBank(payment?.dispute),
        }),
      },
    ]
  })
}

const refundOf = <Refund extends { payment_id: string }>({ id }: Row<'payment'>, refunds: Refund[]) =>
  refunds.find(({ payment_id }) => payment_id === id)

const leftOf = ({
  received_cents,
  refunded_cents,
  on_the_way,
}: Pick<Row<'payment'>, 'received_cents' | 'refunded_cents'> & { on_the_way: number }) =>
  received_cents - refunded_cents - on_the_way

const paymentOf = (
  {
    state,
    amount_cents,
    received_cents,
    refunded_cents,
    dispute,
    together,
  }: Row<'payment'> & {
    together: number
  },
  refund: { state: RefundState } | undefined,
) => ({
  state,
  cents: received_cents || amount_cents,
  together,
  refundedCents: refunded_cents,
  dispute,
  refund: refund?.state ?? null,
})

async function factsOf({ db }: Deps, ids: string[]) {
  const [letters, seconds, jobs, steps, payments, refunds, concerns] = await Promise.all([
    db
      .selectFrom('letter')
      .leftJoin('letter_secret', 'letter_secret.letter_id', 'letter.id')
      .select(['id', 'state', 'pages', 'sheets', 'pdf_sha256', 'postal_code', 'post_on', 'again_of'])
      .select(sql<boolean>`letter_secret.letter_id is null`.as('is_erased'))
      .select(hasLivingSibling.as('has_sibling'))
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('letter')
      .select(['id', 'again_of'])
      .where('again_of', 'in', ids)
      .where('state', 'not in', ['cancelled', 'expired'])
      .orderBy('created_at', 'desc')
      .execute(),
    db.selectFrom('print_job').selectAll().where('letter_id', 'in', ids).orderBy('attempt').execute(),
    db.selectFrom('letter_step').selectAll().where('letter_id', 'in', ids).orderBy('seq').execute(),
    db
      .selectFrom('payment')
      .selectAll()
      .select(
        sql<number>`(select count(*)::int from payment part where part.idempotency_key = payment.idempotency_key)`.as(
          'together',
        ),
      )
      .select(onTheWayBack.as('on_the_way'))
      .where('letter_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.payment_id')
      .select(['payment_id', 'payment.letter_id', 'refund.state'])
      .where('payment.letter_id', 'in', ids)
      .execute(),
    db
      .selectFrom('concern')
      .selectAll()
      .where('letter_id', 'in', ids)
      .where('settled_at', 'is', null)
      .orderBy('created_at')
      .execute(),
  ])
  const batchIds = jobs.flatMap(({ batch_id }) => batch_id ?? [])
  const batches = batchIds.length
    ? await db.selectFrom('print_batch').select(['id', 'pdf_sha256']).where('id', 'in', batchIds).execute()
    : []
  return { letters, seconds, jobs, batches, steps, payments, refunds, concerns }
}
