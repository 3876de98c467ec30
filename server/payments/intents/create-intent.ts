import { earlier } from '@lacre/letter/duration.ts'
import type { State } from '@lacre/letter/journey.ts'
import type { Row } from '../../database/tables.ts'
import type { SignedIn } from '../../http/bearer.ts'
import { cancelPayment } from './cancel-intent.ts'
import { learnIntent } from './learn-intent.ts'
import type { PaymentsDeps } from '../deps.ts'
import { unpaidLimit } from '../limits.ts'
import { livePayment, openPayment, unpaidSince, type Payment } from '../table/payments-table.ts'
import { isProviderTrouble, type SeenIntent } from '../seen-intent.ts'
import { bookIntent } from './sync-intent.ts'

export type IntentRefusal =
  | 'letter-not-found'
  | 'email-not-verified'
  | 'already-paid'
  | 'payment-in-progress'
  | 'letter-cancelled'
  | 'letter-expired'
  | 'letter-stopped'
  | 'too-many-unpaid'
  | 'provider-unavailable'
/** `because`: the kind of trouble the provider had, for the log. */
export type IntentAnswer = { clientSecret: string } | { refused: IntentRefusal; because?: string }

/**
 * One intent for a frozen letter, however often it is asked for: the row with its idempotency key is written before
 * the provider is asked, and the intent it names is reused until it ends (design.md#same-letter-same-intent,
 * design.md#unknown-is-a-state).
 * @throws Failure 429 when the account asks too often, or when too many of its cards were refused within the hour.
 */
export async function createIntent(
  deps: PaymentsDeps,
  account: SignedIn,
  letterId: string,
): Promise<IntentAnswer> {
  if (deps.requireVerifiedEmail && !account.emailVerified) return { refused: 'email-not-verified' }
  // Else whoever tries stolen cards would get a fresh intent, and with it one more try, for each that is closed.
  await deps.failuresOfAccount.check(account.accountId)
  await deps.intentsOfAccount.take(account.accountId)
  try {
    return (await tryIntent(deps, account, letterId)) ?? (await tryIntent(deps, account, letterId)) ?? busy
  } catch (error) {
    if (isProviderTrouble(error)) return { ...busy, because: error.type }
    throw error
  }
}

const busy = { refused: 'provider-unavailable' } satisfies IntentAnswer

/** `undefined`: the intent there was had ended at the provider; asking again makes a new one. */
async function tryIntent(
  deps: PaymentsDeps,
  { accountId }: SignedIn,
  letterId: string,
): Promise<IntentAnswer | undefined> {
  const owed = await openOrReuse(deps, accountId, letterId)
  if ('refused' in owed) return owed
  const seen = await learnIntent(deps, owed.payment, owed.letter.pdf_sha256)
  if (seen.status === 'succeeded' || seen.status === 'canceled') {
    await bookIntent(deps, seen)
    return seen.status === 'succeeded' ? { refused: 'already-paid' } : undefined
  }
  return (await stillWanted(deps, owed.payment, seen)) ?? secretOf(seen)
}

type Owed = { letter: Row<'letter'>; payment: Payment } | { refused: IntentRefusal }

/** The letter's open payment, written if there is none. The lock on the letter keeps it frozen until then. */
const openOrReuse = (deps: PaymentsDeps, accountId: string, letterId: string): Promise<Owed> =>
  deps.db.transaction().execute(async (tx) => {
    const letter = await deps.lockLetter(tx, letterId)
    if (letter?.account_id !== accountId) return { refused: 'letter-not-found' }
    const refused = payable[letter.state]
    if (refused) return { refused }
    if (!(await livePayment(tx, letter.id))) {
      const since = earlier(deps.clock.now(), unpaidLimit.within)
      if ((await unpaidSince(tx, accountId, since)) >= unpaidLimit.payments)
        return { refused: 'too-many-unpaid' }
      await openPayment(tx, newPayment(deps, letter))
    }
    const payment = await livePayment(tx, letter.id)
    return payment?.state === 'open' ? { letter, payment } : { refused: 'already-paid' }
  })

/** Whether a letter in this state may be paid, and if not, why. */
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
} as const satisfies Record<State, IntentRefusal | undefined>

function newPayment({ random, clock }: PaymentsDeps, letter: Row<'letter'>) {
  const id = random.uuid()
  return {
    id,
    letter_id: letter.id,
    intent_id: null,
    idempotency_key: `letter:${letter.id}:${id}`,
    amount_cents: letter.total_cents,
    currency: letter.currency,
    state: 'open' as const,
    created_at: clock.now(),
    paid_at: null,
  }
}

/** While the provider was asked, the letter may have ended: then nobody gets the means to pay it. */
async function stillWanted(deps: PaymentsDeps, { id, letter_id }: Payment, seen: SeenIntent) {
  const now = await deps.db.transaction().execute(async (tx) => {
    const letter = await deps.lockLetter(tx, letter_id)
    const payment = await livePayment(tx, letter_id)
    return {
      refused: letter && payable[letter.state],
      isOpen: payment?.id === id && payment.intent_id === seen.id,
    }
  })
  if (!now.refused && now.isOpen) return undefined
  await cancelPayment(deps, seen.id)
  return { refused: now.refused ?? ('provider-unavailable' as const) }
}

const secretOf = ({ status, clientSecret }: SeenIntent): IntentAnswer =>
  status === 'processing' || !clientSecret ? { refused: 'payment-in-progress' } : { clientSecret }
