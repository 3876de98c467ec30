import { provinceOf } from '@lacre/letter/address/address.ts'
import type { State } from '@lacre/letter/journey.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { codesOfOrderNumber, shortHash } from '@lacre/letter/order-number.ts'
import { isWithBank } from '@lacre/letter/price/payment-states.ts'
import { isOwed } from '@lacre/letter/price/price.ts'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import type { LetterAction } from '@lacre/letter/print-room/reasons.ts'
import { sql } from 'kysely'
import { hasLivingSibling, findLettersByPrefix } from '../database/queries.ts'
import type { Db, Row } from '../database/tables.ts'
import { isMarkable } from './mark-batch.ts'
import { type Mark, stageOf } from '../letters/print-jobs.ts'
import { hasUnnamedRefund } from '../payments/refunds.ts'
import type { World } from '../world.ts'

type Deps = Pick<World, 'db'>
const batchNameOrNull = (id: number | null) => (id === null ? null : batchName(id))

/**
 * Letters as operators see them: no name, no street, no words (design/privacy.md#figures-only). In the order of `ids`.
 */
export async function findLetterCards(
  deps: Deps,
  ids: string[],
  { isSupervisor }: { isSupervisor: boolean },
): Promise<LetterCard[]> {
  if (!ids.length) return []
  const { letters, jobs, steps, payments, issues } = await findFacts(deps, ids)
  const of = <One extends { letter_id: string | null }>(rows: One[], id: string) =>
    rows.filter(({ letter_id }) => letter_id === id)
  return ids.flatMap((id) => {
    const letter = letters.find((one) => one.id === id)
    if (!letter) return []
    const attempts = of(jobs, id)
    const living = attempts.find(({ is_void }) => !is_void)
    const paid = of(payments, id)
    // Prefer a payment with money left.
    const payment = paid.findLast((one) => one.left_cents > 0) ?? paid.at(-1)
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
        batch: batchNameOrNull(living?.batch_id ?? null),
        place: living?.place ?? null,
        enclosedAt: living?.enclosed_at?.toISOString() ?? null,
        attempts: attempts.map((job) => ({
          attempt: job.attempt,
          state: stageOf(job),
          reason: job.reason,
          at: job.created_at.toISOString(),
          batch: batchNameOrNull(job.batch_id),
        })),
        steps: of(steps, id).map(({ at, from_state, to_state, step, cause }) => ({
          at: at.toISOString(),
          from: from_state,
          to: to_state,
          step,
          cause,
        })),
        payment: payment ? paymentOf(payment) : null,
        againOf: letter.again_of,
        again: letter.again,
        issues: of(issues, id).map(({ id, kind, note, created_at }) => ({
          id,
          kind,
          note,
          at: created_at.toISOString(),
        })),
        can: actionsFor({ letter, attempts, paid, payment, isSupervisor }),
      },
    ]
  })
}

const paymentOf = (payment: Row<'payment_money'> & { together: number }) => ({
  state: payment.state,
  cents: payment.received_cents || payment.amount_cents,
  together: payment.together,
  refundedCents: payment.refunded_cents,
  dispute: payment.dispute,
  refund: payment.asked,
})

async function findFacts({ db }: Deps, ids: string[]) {
  const [letters, jobs, steps, payments, issues] = await Promise.all([
    db
      .selectFrom('letter')
      .select(['id', 'state', 'pages', 'sheets', 'pdf_sha256', 'postal_code', 'post_on', 'again_of'])
      .select(whyNotPrinted)
      .select(
        sql<string | null>`(select id from letter second where second.again_of = letter.id
          and state not in ('cancelled', 'expired') order by created_at desc limit 1)`.as('again'),
      )
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('print_job')
      .leftJoin('print_batch', 'print_batch.id', 'batch_id')
      .selectAll('print_job')
      .select('pdf_sha256')
      .where('letter_id', 'in', ids)
      .orderBy('attempt')
      .execute(),
    db.selectFrom('letter_step').selectAll().where('letter_id', 'in', ids).orderBy('seq').execute(),
    db
      .selectFrom('payment_money')
      .selectAll()
      .select(
        sql<number>`(select count(*)::int from payment where order_id = payment_money.order_id)`.as(
          'together',
        ),
      )
      .select(hasUnnamedRefund.as('has_unnamed'))
      .where('letter_id', 'in', ids)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('issue')
      .selectAll()
      .where('letter_id', 'in', ids)
      .where('settled_at', 'is', null)
      .orderBy('created_at')
      .execute(),
  ])
  return { letters, jobs, steps, payments, issues }
}

/** For rows of `letter`. `wasPosted` counts any attempt. */
export const whyNotPrinted = [
  sql<boolean>`not exists (select from letter_secret where letter_id = letter.id)`.as('isErased'),
  sql<boolean>`exists (select from print_job where letter_id = letter.id and posted_at is not null)`.as(
    'wasPosted',
  ),
  hasLivingSibling.as('isSentAgain'),
] as const

type Facts = Awaited<ReturnType<typeof findFacts>>

/** `paid`: all its payments; `payment`: the one shown. */
type LetterFacts = {
  letter: Facts['letters'][number]
  attempts: Facts['jobs']
  paid: Facts['payments']
  payment: Facts['payments'][number] | undefined
  isSupervisor: boolean
}

/** A letter waiting for an operator is refunded by cancelling it; an ended one by `give-back`. */
const refundable: readonly State[] = ['paid', 'batched', 'printed', 'posted', 'returned']
export const isRefundable = (state: State): boolean => refundable.includes(state)

/** The actions an operator has for a letter now. Each action checks again, under lock. */
function actionsFor({
  letter: { state, isErased, isSentAgain, wasPosted },
  attempts,
  paid,
  payment,
  isSupervisor,
}: LetterFacts): LetterAction[] {
  const job = attempts.find((one) => !one.is_void)
  const isOurs = job !== undefined && job.batch_id !== null
  const isHere = isOurs && isMarkable({ state })
  const isMade = !!job?.pdf_sha256
  const isAtBank = isWithBank(payment?.dispute)
  const may = (mark: Mark) => isHere && isMade && job[`${mark}_at`] === null
  const isPaid = paid.some((one) => one.state === 'paid' && one.left_cents > 0 && !one.asked)
  const allowed = {
    printed: may('printed'),
    enclosed: may('enclosed'),
    posted: may('posted'),
    pdf: isHere && !isErased,
    reprint: isHere && isMade && !isErased,
    'reprint-posted': state === 'posted' && isOurs && isSupervisor && !isErased && !isAtBank,
    returned: state === 'posted',
    resume: state === 'needs-person' && !isErased && !isSentAgain && !isAtBank && !wasPosted,
    cancel: state === 'needs-person',
    'give-back': paid.some((one) => isOwed(state, one, one.asked)),
    'name-refund': paid.some((one) => one.has_unnamed && one.left_cents > 0),
    refund: isSupervisor && isRefundable(state) && isPaid && !isAtBank,
  } satisfies Record<LetterAction, boolean>
  return keysOf(allowed).filter((action) => allowed[action])
}

const most = 20
const sheetCode = /^([\da-f]{12})\.(\d{1,2})\.(\d{1,2})$/i

/** The sheet of a scanned sheet code (`3f2a9c1d7b4e.1.2`); undefined when no letter has it. */
export async function findSheet(
  db: Db,
  text: string,
): Promise<{ letterId: string; sheet: number; sheets: number } | undefined> {
  const [, beginning = '', sheet = '', sheets = ''] = sheetCode.exec(text) ?? []
  const [letterId, another] = beginning ? await findLettersByPrefix(db, beginning, 2) : []
  if (!letterId || another) return undefined
  const letter = await db.selectFrom('letter').select('sheets').where('id', '=', letterId).executeTakeFirst()
  const [number, all] = [Number(sheet), Number(sheets)]
  const isOfLetter = letter?.sheets === all && number >= 1 && number <= all
  return isOfLetter ? { letterId, sheet: number, sheets: all } : undefined
}

/** At most twenty letters, by order number, start of their code, id, short hash or sheet code. */
export async function findLetters(db: Db, find: string): Promise<string[]> {
  const sheet = await findSheet(db, find)
  if (sheet) return [sheet.letterId]
  const ordered = codesOfOrderNumber(find)
  const byOrder = ordered ? await findLettersByPrefix(db, ordered, most) : []
  const digits = find.replaceAll('-', '').toLowerCase()
  if (!/^[\da-f]{4,64}$/.test(digits)) return byOrder
  const byId = digits.length <= 32 ? await findLettersByPrefix(db, digits, most) : []
  return [...new Set([...byOrder, ...byId, ...(await idsOfHash(db, digits))])].slice(0, most)
}

async function idsOfHash(db: Db, digits: string): Promise<string[]> {
  const hash = sql<string>`pdf_sha256 collate "C"`
  const rows = await db
    .selectFrom('letter')
    .select('id')
    .where(hash, '>=', digits)
    .where(hash, '<', `${digits}g`)
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}
