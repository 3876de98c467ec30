import { earlier } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { isAnyGivenBack } from '../database/queries.ts'
import type { Row, Tx } from '../database/tables.ts'
import { isUuid } from '../database/transactions.ts'
import type { SignedIn } from '../http/bearer.ts'
import { cancelLetterIntent, cancelOrder, cancelPayment, learnIntent } from './learn-intent.ts'
import { type PaymentsDeps, unpaidLimit, isProviderTrouble, type SeenIntent } from './seen-intent.ts'
import {
  findOrder,
  livePayment,
  livePayments,
  lockOrder,
  openOrder,
  type Order,
  type Payment,
  unpaidSince,
} from './orders-table.ts'
import { bookIntent } from './sync.ts'
import { lockLetters } from '../letters/letters-table.ts'
import { stepIfAllowed } from '../letters/steps.ts'

export type IntentRefusal =
  | 'letter-not-found'
  | 'letter-not-listed'
  | 'email-not-verified'
  | 'payment-in-progress'
  | StateRefusal
  | 'given-back'
  | 'too-many-unpaid'
  | 'provider-unavailable'
  | 'payment-unknown'
/** `because`: the type of the provider's error, for the log. */
type IntentAnswer = { clientSecret: string; total?: number } | { refused: IntentRefusal; because?: string }

/**
 * `letters`: all letters to pay together, including `letterId`; without it, the letters of that letter's order.
 * `draft`: their draft; all other unpaid letters of that draft end.
 */
export type Wanted = { letterId: string; letters?: string[] | undefined; draft?: string | undefined }

/**
 * Creates one intent per order, however often the browser asks. Payments and idempotency key are written before the
 * provider is called, and their intent is reused until it ends (design/sending.md#same-letter-same-intent,
 * design/trust.md#unknown-is-a-state). An order that shares only some of these letters loses its intent first
 * (design/money.md#orders).
 * @throws Failure 429 when the account calls too often, or had too many cards declined within the hour.
 */
export async function createIntent(
  deps: PaymentsDeps,
  account: SignedIn,
  wanted: Wanted,
): Promise<IntentAnswer> {
  if (!isListed(wanted)) return { refused: 'letter-not-listed' }
  if (deps.requireVerifiedEmail && !account.emailVerified) return { refused: 'email-not-verified' }
  // Else a tester of stolen cards gets a new intent, and another try, for each closed one.
  await deps.limits.paymentFailures.check(account.accountId)
  await deps.limits.payments.take(account.accountId)
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      const answer = await tryIntent(deps, account, wanted)
      if (!answer) continue
      if ('clientSecret' in answer && wanted.draft) await endOtherVersions(deps, account.accountId, wanted)
      return answer
    }
    return { refused: await noAnswer(deps, wanted) }
  } catch (error) {
    if (isProviderTrouble(error)) return { refused: await noAnswer(deps, wanted), because: error.type }
    throw error
  }
}

/** An older version of the same draft is the same unpaid letter, so it ends (design/writing.md#one-draft). */
async function endOtherVersions(deps: PaymentsDeps, accountId: string, wanted: Wanted) {
  const older = await deps.db
    .selectFrom('letter')
    .select('id')
    .where('account_id', '=', accountId)
    .where('draft_id', '=', wanted.draft!)
    .where('state', '=', 'frozen')
    .where('id', 'not in', await lettersToPay(deps, wanted))
    .execute()
  for (const { id } of older) {
    if ((await cancelLetterIntent(deps, id)) !== 'cancelled') continue
    const now = deps.clock.now()
    await stepIfAllowed(deps.db, { letterId: id, step: 'replace', cause: 'newer-version', now })
  }
}

/** Other orders' intents are cancelled, an ended intent is made again, and another call may interfere. */
const mostTries = 3

/** The refusal when the provider gave no answer: an intent that exists may have been paid. */
async function noAnswer(deps: PaymentsDeps, wanted: Wanted): Promise<IntentRefusal> {
  const live = await livePayments(deps.db, await lettersToPay(deps, wanted))
  return live.some(({ intent_id }) => intent_id !== null) ? 'payment-unknown' : 'provider-unavailable'
}

/** `undefined`: an order or intent in the way has ended at the provider; try again. */
async function tryIntent(
  deps: PaymentsDeps,
  { accountId }: SignedIn,
  wanted: Wanted,
): Promise<IntentAnswer | undefined> {
  const letters = await lettersToPay(deps, wanted)
  const owed = await openOrReuse(deps, accountId, letters)
  if ('refused' in owed) return owed
  if ('others' in owed) return endOthers(deps, owed.others)
  const { order } = owed
  const seen = await learnIntent(deps, order)
  if (seen.status === 'succeeded' || seen.status === 'canceled') {
    await bookIntent(deps, seen)
    return seen.status === 'succeeded'
      ? { refused: (await refusalNow(deps, order)) ?? 'already-paid' }
      : undefined
  }
  return (await stillWanted(deps, order, seen)) ?? answerWithSecret(order, seen)
}

const lower = (id: string) => id.toLowerCase()
const isListed = ({ letterId, letters }: Wanted) => !letters || letters.map(lower).includes(lower(letterId))

/** Sorted, since they are locked in that order. */
async function lettersToPay({ db }: PaymentsDeps, { letterId, letters }: Wanted): Promise<string[]> {
  if (letters) return [...new Set(letters.map(lower))].toSorted()
  const payment = isUuid(letterId) ? await livePayment(db, letterId) : undefined
  return payment
    ? (await findOrder(db, payment.order_id)).payments.map(({ letter_id }) => letter_id)
    : [letterId]
}

type Owed = { order: Order } | { others: Payment[] } | { refused: IntentRefusal }

/** Finds or opens the order of exactly these letters, and locks them. `others`: payments of other orders. */
const openOrReuse = (deps: PaymentsDeps, accountId: string, letterIds: string[]): Promise<Owed> =>
  deps.db.transaction().execute(async (tx) => {
    const letters = await lockPayable(tx, accountId, letterIds)
    if ('refused' in letters) return letters
    if (!(await livePayments(tx, letterIds)).length) {
      const since = earlier(deps.clock.now(), unpaidLimit.within)
      if ((await unpaidSince(tx, accountId, since)) >= unpaidLimit.payments)
        return { refused: 'too-many-unpaid' }
      await openOrder(deps, tx, letters)
    }
    const live = await livePayments(tx, letterIds)
    if (live[0]?.state !== 'open') return { refused: 'already-paid' }
    const order = await findOrder(tx, live[0].order_id)
    return order.payments.map(idOf).join() === live.map(idOf).join() && live.length === letters.length
      ? { order }
      : { others: live }
  })

const idOf = ({ id }: Payment) => id

/** All letters, locked; refused unless all are this account's and can be paid. */
async function lockPayable(
  tx: Tx,
  accountId: string,
  letterIds: string[],
): Promise<Row<'letter'>[] | { refused: IntentRefusal }> {
  const letters = (await lockLetters(tx, letterIds)).filter(({ account_id }) => account_id === accountId)
  if (letters.length < letterIds.length) return { refused: 'letter-not-found' }
  const refused = refusalOf(letters)
  if (refused) return { refused }
  // A letter goes again for the postage only while its first payment is not refunded (design/letter.md#came-back).
  const firsts = letters.flatMap(({ again_of }) => again_of ?? [])
  return (await isAnyGivenBack(tx, firsts)) ? { refused: 'given-back' } : letters
}

/** Ends the other orders at the provider: cancelled or paid. The next try reads the letters' new states. */
async function endOthers(deps: PaymentsDeps, others: Payment[]): Promise<IntentAnswer | undefined> {
  for (const id of new Set(others.map(({ order_id }) => order_id)))
    if ((await cancelOrder(deps, await findOrder(deps.db, id))) === 'open')
      return { refused: 'payment-in-progress' }
  return undefined
}

/** In order of importance: with several letters, a charge is reported before any other state. */
const stateRefusals = ['already-paid', 'letter-stopped', 'letter-cancelled', 'letter-expired'] as const
type StateRefusal = (typeof stateRefusals)[number]

/** Why a letter in this state cannot be paid; undefined where it can. */
const payable = {
  frozen: undefined,
  paid: 'already-paid',
  batched: 'already-paid',
  printed: 'already-paid',
  posted: 'already-paid',
  returned: 'already-paid',
  cancelled: 'letter-cancelled',
  expired: 'letter-expired',
  'needs-person': 'letter-stopped',
} as const satisfies Record<State, StateRefusal | undefined>

function refusalOf(letters: Pick<Row<'letter'>, 'state'>[]): StateRefusal | undefined {
  const refusals = letters.map(({ state }) => payable[state])
  return stateRefusals.find((one) => refusals.includes(one))
}

/** The provider's answer is booked by now, so the letters' states give the reason. */
async function refusalNow({ db }: PaymentsDeps, { payments }: Order): Promise<StateRefusal | undefined> {
  const ids = payments.map(({ letter_id }) => letter_id)
  return refusalOf(await db.selectFrom('letter').select('state').where('id', 'in', ids).execute())
}

/** A letter may have ended during the provider's call: then the client secret is not handed out. */
async function stillWanted(deps: PaymentsDeps, order: Order, seen: SeenIntent) {
  const isWanted = await deps.db.transaction().execute(async (tx) => {
    const { order: now, parts } = await lockOrder(tx, order)
    const isRefused = refusalOf(parts.map(({ letter }) => letter)) !== undefined
    return !isRefused && now.state === 'open' && now.intent_id === seen.id
  })
  if (isWanted) return undefined
  await cancelPayment(deps, seen.id)
  return { refused: (await refusalNow(deps, order)) ?? ('payment-unknown' as const) }
}

const answerWithSecret = ({ cents, payments }: Order, { status, clientSecret }: SeenIntent): IntentAnswer =>
  status === 'processing' || !clientSecret
    ? { refused: 'payment-in-progress' }
    : { clientSecret, ...(payments.length > 1 && { total: cents }) }
