import { randomBytes } from 'node:crypto'
import type { Ledger } from '../ledger.ts'
import type {
  CardEntry,
  CardEvent,
  Did,
  Dispute,
  DisputeState,
  Intent,
  Refund,
  RefundState,
} from './card-entries.ts'
import { cardKeys, openCardKeys } from './card-keys.ts'

type ListedEvent = { id: string; type: string; created: number }

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`

type Desk = {
  ledger: Ledger<CardEntry>
  now: () => number
  onEvent: (event: CardEvent) => void
  /** Milliseconds until an event is listed; Infinity: never. */
  listedAfter?: () => number
}

/**
 * The books of the card provider, in memory and in a ledger. They use no code of the server, so a mistake of the server
 * cannot repeat here.
 */
export function openCardBooks({ ledger, now, onEvent, listedAfter = () => 0 }: Desk) {
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  const events: { at: number; event: ListedEvent }[] = []
  const keys = cardKeys()
  const seconds = () => Math.floor(now() / 1000)
  const note = (did: Did) => ledger.add({ ...did, at: now() })

  function happen(type: string, intent: Intent, object: object = shown(intent, false)) {
    const id = newId('evt')
    const { livemode } = intent
    const event = { id, object: 'event', type, created: seconds(), livemode, data: { object } }
    const body = JSON.stringify(event)
    events.push({ at: now() + listedAfter(), event: JSON.parse(body) as ListedEvent })
    onEvent({ id, type, intent: intent.id, body })
  }

  return {
    intents,
    /** Oldest first. A refund is kept when its intent is forgotten. */
    refunds,
    shown,
    /** Delivered or lost, oldest first. */
    eventsListed: () => events.flatMap(({ at, event }) => (at <= now() ? [event] : [])),
    keys,
    once: openCardKeys(now, keys),
    make(cents: number, currency: string, metadata: Record<string, string>, key: string): Intent {
      const id = newId('pi')
      const intent: Intent = {
        id,
        object: 'payment_intent',
        amount: cents,
        amount_received: 0,
        currency,
        status: 'requires_payment_method',
        client_secret: `${id}_secret_${randomBytes(18).toString('hex')}`,
        livemode: true,
        created: seconds(),
        metadata,
        refunds: [],
        disputes: [],
        charge: null,
      }
      const { letter_id: letter = '', pdf_sha256: sha256 = '', app = '' } = metadata
      note({ did: 'make', intent: id, letter, sha256, app, cents, key })
      intents.set(id, intent)
      return intent
    },
    /** Nothing is charged before `pay` or `decline`. */
    process(intent: Intent) {
      note({ did: 'process', intent: intent.id })
      intent.status = 'processing'
      happen('payment_intent.processing', intent)
    },
    pay(intent: Intent) {
      const { amount: cents, currency, livemode: live } = intent
      note({ did: 'charge', intent: intent.id, cents, currency, live })
      Object.assign(intent, { status: 'succeeded', amount_received: cents, charge: newId('ch') })
      happen('payment_intent.succeeded', intent)
    },
    decline(intent: Intent) {
      note({ did: 'decline', intent: intent.id })
      intent.status = 'requires_payment_method'
      happen('payment_intent.payment_failed', intent)
    },
    cancel(intent: Intent) {
      note({ did: 'cancel', intent: intent.id })
      intent.status = 'canceled'
      happen('payment_intent.canceled', intent)
    },
    /** `metadata`: from the request; empty for a refund on the provider's own pages. */
    refund(
      intent: Intent,
      cents: number,
      key: string,
      status: RefundState = 'succeeded',
      metadata: Record<string, string> = {},
    ): Refund {
      const id = newId('re')
      const letter = metadata['letter_id'] ?? ''
      note({ did: 'refund', intent: intent.id, refund: id, cents, key, letter, state: status })
      const { currency, charge } = intent
      const about = { currency, charge, payment_intent: intent.id, created: seconds(), metadata }
      const refund: Refund = { id, object: 'refund', amount: cents, status, ...about }
      intent.refunds.push(refund)
      refunds.push(refund)
      happen('charge.refunded', intent, { ...chargeOf(intent) })
      return refund
    },
    /** The bank accepted or rejected it. */
    endRefund(intent: Intent, refund: Refund, state: RefundState) {
      note({ did: 'refund-state', intent: intent.id, refund: refund.id, state })
      refund.status = state
      happen(state === 'failed' ? 'refund.failed' : 'refund.updated', intent, { ...refund })
    },
    dispute(intent: Intent): Dispute {
      const { amount_received: amount, currency, charge } = intent
      const about = { amount, currency, charge, payment_intent: intent.id, created: seconds() }
      const dispute: Dispute = { id: newId('dp'), object: 'dispute', status: 'needs_response', ...about }
      note({ did: 'dispute', intent: intent.id, state: dispute.status })
      intent.disputes.push(dispute)
      happen('charge.dispute.created', intent, { ...dispute })
      return dispute
    },
    endDispute(intent: Intent, dispute: Dispute, state: DisputeState) {
      note({ did: 'dispute', intent: intent.id, state })
      dispute.status = state
      happen('charge.dispute.closed', intent, { ...dispute })
    },
    forget(intent: Intent) {
      note({ did: 'forget', intent: intent.id })
      intents.delete(intent.id)
    },
  }
}

export type CardBooks = ReturnType<typeof openCardBooks>

/** Cents that are already refunded. */
export const backOf = ({ refunds }: Intent): number =>
  refunds.reduce(
    (sum, { status, amount }) => (status === 'failed' || status === 'canceled' ? sum : sum + amount),
    0,
  )

/** A charge shows only its newest refunds; the list has all. */
const refundsShown = 10

const chargeOf = (intent: Intent) => ({
  id: intent.charge,
  object: 'charge',
  amount: intent.amount_received,
  amount_refunded: backOf(intent),
  refunded: backOf(intent) === intent.amount_received,
  refunds: {
    object: 'list',
    url: '/v1/refunds',
    has_more: intent.refunds.length > refundsShown,
    data: intent.refunds.toReversed().slice(0, refundsShown),
  },
  disputed: intent.disputes.length > 0,
  payment_intent: intent.id,
})

/** As the provider shows it; the charge is an id unless it is expanded. */
function shown(intent: Intent, expanded: boolean): Record<string, unknown> {
  const { refunds: _refunds, disputes: _disputes, charge, ...open } = intent
  return { ...open, latest_charge: expanded && charge ? chargeOf(intent) : charge }
}
