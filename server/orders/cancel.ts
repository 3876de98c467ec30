import { earlier, nextCutOff, madridDay, dayRefusal, type PostingDay } from '@lacre/letter/days.ts'
import { isCancellable, type State } from '@lacre/letter/journey.ts'
import { unpaidFor } from '@lacre/letter/kept-for.ts'
import { sql } from 'kysely'
import { givenBackLetters } from '../database/queries.ts'
import type { Tx } from '../database/tables.ts'
import { tryEach } from '../database/transactions.ts'
import type { SignedIn } from '../http/bearer.ts'
import { findOwn, lockLetter, lockLetters, setDay } from '../letters/letters-table.ts'
import { stepIfAllowed, takeStep, takeSteps } from '../letters/steps.ts'
import type { PaymentsDeps } from '../payments/seen-intent.ts'
import { cancelLetterIntent } from '../payments/learn-intent.ts'
import { requestRefund } from '../payments/refunds.ts'
import { voidPrintJob } from '../letters/print-jobs.ts'
import { queueMail } from '../mail/outbox.ts'
import { type Problem, problemOfDay } from '../typesetting/problems.ts'
import type { World } from '../world.ts'
import { readOrder, type SummariesDeps } from './my-letters.ts'

type LaterState = Exclude<State, 'frozen' | 'paid' | 'cancelled'>
export type CancelRefusal = 'not-found' | 'payment-unknown' | 'changed-meanwhile' | LaterState

/** Cancels the letter and refunds it if it was paid. Idempotent. */
export async function cancelLetter(
  deps: PaymentsDeps,
  account: Pick<SignedIn, 'accountId'>,
  letterId: string,
): Promise<'cancelled' | CancelRefusal> {
  const letter = await findOwn(deps.db, account.accountId, letterId)
  if (!letter) return 'not-found'

  const { id } = letter
  // Cancel the intent first, so that no payment can arrive after the letter is cancelled.
  const isOpen = letter.state === 'frozen'
  const payment = isOpen ? await cancelLetterIntent(deps, id) : undefined
  if (payment === 'unknown') return 'payment-unknown'

  return deps.db.transaction().execute(async (tx) => {
    // Read the state again under the lock: a letter paid a moment ago must be refunded.
    const state = (await lockLetter(tx, id))?.state
    if (!state) return 'not-found'
    if (state === 'cancelled') return 'cancelled'
    if (!isCancellable(state)) return state
    if (state === 'frozen' && payment !== 'cancelled') return 'changed-meanwhile'

    if (state === 'paid') await returnMoney(deps, tx, [id])
    await takeStep(tx, { letterId: id, step: 'cancel', cause: 'sender', now: deps.clock.now() })
    return 'cancelled'
  })
}

/** Sends one mail for all letters. */
async function returnMoney(deps: PaymentsDeps, tx: Tx, [letterId, ...others]: [string, ...string[]]) {
  let refunded = 0
  for (const id of [letterId, ...others]) {
    refunded += await requestRefund(deps, tx, { letterId: id, reason: 'cancelled-by-sender' })
    await voidPrintJob(tx, id)
  }
  const more = others.length ? { others: JSON.stringify(others) } : {}
  await queueMail(deps, tx, { kind: 'cancelled', data: { letterId, ...more, refunded: String(refunded) } })
}

/** Cancels each letter of the order that can still be cancelled. A letter in a closed batch is still posted. */
export async function cancelOrder(
  deps: PaymentsDeps & SummariesDeps,
  account: Pick<SignedIn, 'accountId'>,
  orderId: string,
): Promise<'cancelled' | CancelRefusal> {
  const order = await readOrder(deps, account.accountId, orderId)
  if (!order) return 'not-found'
  const own = order.letters.filter((letter) => letter.order?.id === orderId.toLowerCase())
  for (const { id } of own.filter(({ state }) => state === 'frozen')) {
    const outcome = await cancelLetter(deps, account, id)
    if (outcome === 'payment-unknown' || outcome === 'changed-meanwhile') return outcome
  }
  const ids = own.filter(({ state }) => state === 'paid').map(({ id }) => id)
  await deps.db.transaction().execute(async (tx) => {
    const paid = (await lockLetters(tx, ids)).filter(({ state }) => state === 'paid')
    const [first, ...rest] = paid.map(({ id }) => id)
    if (!first) return
    await returnMoney(deps, tx, [first, ...rest])
    const step = { step: 'cancel', cause: 'sender', now: deps.clock.now() } as const
    await takeSteps(tx, { letterIds: [first, ...rest], ...step })
  })
  return 'cancelled'
}

/** Cancels all unpaid letters and their intents. 'paid': a payment arrived first. */
export async function closeUnpaid(
  deps: PaymentsDeps,
  account: Pick<SignedIn, 'accountId'>,
): Promise<'closed' | 'paid' | 'payment-unknown'> {
  const { db } = deps
  const own = db.selectFrom('letter').select('id').where('account_id', '=', account.accountId)
  for (const { id } of await own.where('state', '=', 'frozen').execute()) {
    const outcome = await cancelLetter(deps, account, id)
    if (outcome === 'payment-unknown') return outcome
    if (outcome === 'changed-meanwhile') return 'paid'
  }
  return 'closed'
}

const expiredAtOnce = 50

/**
 * Expires letters unpaid for a week, and letters sent again for the postage whose first letter was refunded
 * (design/letter.md#came-back). Skips a letter while its payment is unknown, until the next run.
 * @returns how many expired. @throws the first error, after the portion is done.
 */
export async function expireUnpaid(deps: PaymentsDeps): Promise<number> {
  const { db, clock } = deps
  const now = clock.now()
  const unpaid = await db
    .selectFrom('letter')
    .select('id')
    .where('state', '=', 'frozen')
    .where((is) =>
      is.or([
        is('state_since', '<', earlier(now, unpaidFor)),
        is.exists(givenBackLetters(db).where('letter_id', '=', sql.ref<string>('letter.again_of'))),
      ]),
    )
    .orderBy(sql`random()`) // else fifty that cannot be checked would block the rest
    .limit(expiredAtOnce)
    .execute()

  let expired = 0
  const ids = unpaid.map(({ id }) => id)
  await tryEach(ids, async (id) => {
    if ((await cancelLetterIntent(deps, id)) !== 'cancelled') return
    const step = { letterId: id, step: 'expire', cause: 'expire-unpaid', now } as const
    if (await stepIfAllowed(db, step)) expired++
  })
  return expired
}

export type ChangeDayRefusal = 'not-found' | Exclude<State, 'frozen' | 'paid'>

/**
 * Changes the day of a letter until its batch closes (design/letter.md#posting-day). A paid letter never gets a day
 * whose cut-off is over: a late closing would take it, although its sender was told the next day.
 */
export async function changeDay(
  { db, clock, cutOff, postAhead }: Pick<World, 'db' | 'clock' | 'cutOff' | 'postAhead'>,
  accountId: string,
  letterId: string,
  chosen: PostingDay,
): Promise<'changed' | ChangeDayRefusal | Problem> {
  const now = clock.now()
  const today = madridDay(now)
  const refusal = chosen && dayRefusal(chosen, { today, ahead: postAhead })
  if (refusal) return problemOfDay(refusal, postAhead)
  if (!(await findOwn(db, accountId, letterId))) return 'not-found'

  const first = madridDay(cutOff ? nextCutOff(now, cutOff) : now)
  return db.transaction().execute(async (tx) => {
    const letter = await lockLetter(tx, letterId)
    if (!letter) return 'not-found'
    if (!isCancellable(letter.state)) return letter.state
    const isLate = letter.state === 'paid' && (chosen ?? today) < first
    await setDay(tx, letterId, isLate ? first : chosen)
    return 'changed'
  })
}
