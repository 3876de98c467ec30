import { randomBytes } from 'node:crypto'
import type { Ledger } from '../ledger.ts'

/** What the card provider did, by its own account: the oracle for everything that is money. Cents. */
export type CardEntry =
  | { did: 'make'; intent: string; letter: string; sha256: string; app: string; cents: number; key: string }
  | { did: 'charge'; intent: string; cents: number }
  | { did: 'decline'; intent: string }
  | { did: 'cancel'; intent: string }
  | { did: 'refund'; intent: string; refund: string; cents: number; key: string }
  /** A delivery of an event and what it was answered with; 0: nobody answered. */
  | { did: 'tell'; event: string; type: string; intent: string; how: Delivery; status: number; at: number }
  /** An event that never leaves the house of the provider. */
  | { did: 'lose'; event: string; type: string; intent: string }
export type Delivery = 'at-once' | 'late' | 'again' | 'in-parallel' | 'repeated' | 'forged'

export type Answer = { status: number; body: Record<string, unknown> }
export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: 'requires_payment_method' | 'succeeded' | 'canceled'
  client_secret: string
  livemode: true
  created: number
  metadata: Record<string, string>
  refunds: Refund[]
  charge: string | null
}
export type Refund = {
  id: string
  object: 'refund'
  amount: number
  status: 'succeeded' | 'pending' | 'failed'
  currency: string
  charge: string | null
  payment_intent: string
  created: number
  metadata: Record<string, string>
}
export type CardEvent = { id: string; type: string; intent: string; body: string }

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`
export const refuse = (status: number, code: string, type = 'invalid_request_error'): Answer => ({
  status,
  body: { error: { type, code, message: code } },
})

type Desk = { ledger: Ledger<CardEntry>; now: () => number; tell: (event: CardEvent) => void }

/**
 * The books of a card provider, in its own memory and its own ledger: nothing of the house's is used, so that the house
 * cannot be wrong here in the same way.
 */
export function openCardBooks({ ledger, now, tell }: Desk) {
  const intents = new Map<string, Intent>()
  const answers = new Map<string, { asked: string; answer: Answer }>()
  const seconds = () => Math.floor(now() / 1000)

  function happen(type: string, intent: Intent, object: object = shown(intent, false)) {
    const id = newId('evt')
    const event = { id, object: 'event', type, created: seconds(), livemode: true, data: { object } }
    tell({ id, type, intent: intent.id, body: JSON.stringify(event) })
  }

  return {
    intents,
    shown,
    /** The first answer to a key is the answer to it, for ever; other parameters under it are a mistake. */
    once(key: string | undefined, asked: string, work: () => Answer): Answer {
      const given = key === undefined ? undefined : answers.get(key)
      if (given) return given.asked === asked ? given.answer : refuse(400, 'key-reused', 'idempotency_error')
      const answer = work()
      if (key !== undefined) answers.set(key, { asked, answer: structuredClone(answer) })
      return answer
    },
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
        charge: null,
      }
      const { letter_id: letter = '', pdf_sha256: sha256 = '', app = '' } = metadata
      ledger.add({ did: 'make', intent: id, letter, sha256, app, cents, key })
      intents.set(id, intent)
      return intent
    },
    pay(intent: Intent) {
      ledger.add({ did: 'charge', intent: intent.id, cents: intent.amount })
      Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, charge: newId('ch') })
      happen('payment_intent.succeeded', intent)
    },
    decline(intent: Intent) {
      ledger.add({ did: 'decline', intent: intent.id })
      happen('payment_intent.payment_failed', intent)
    },
    cancel(intent: Intent) {
      ledger.add({ did: 'cancel', intent: intent.id })
      intent.status = 'canceled'
      happen('payment_intent.canceled', intent)
    },
    refund(intent: Intent, cents: number, key: string): Refund {
      const id = newId('re')
      ledger.add({ did: 'refund', intent: intent.id, refund: id, cents, key })
      const { currency, charge } = intent
      const about = { currency, charge, payment_intent: intent.id, created: seconds(), metadata: {} }
      const refund: Refund = { id, object: 'refund', amount: cents, status: 'succeeded', ...about }
      intent.refunds.push(refund)
      happen('charge.refunded', intent, { ...chargeOf(intent) })
      return refund
    },
  }
}

export type CardBooks = ReturnType<typeof openCardBooks>

export const backOf = ({ refunds }: Intent): number =>
  refunds.reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + amount), 0)

const chargeOf = (intent: Intent) => ({
  id: intent.charge,
  object: 'charge',
  amount: intent.amount_received,
  amount_refunded: backOf(intent),
  refunded: backOf(intent) === intent.amount_received,
  refunds: { object: 'list', url: '/v1/refunds', has_more: false, data: intent.refunds },
  disputed: false,
  payment_intent: intent.id,
})

/** As the provider shows it; its charge is an id unless the caller asked for the whole. */
function shown(intent: Intent, expanded: boolean): Record<string, unknown> {
  const { refunds: _refunds, charge, ...open } = intent
  return { ...open, latest_charge: expanded && charge ? chargeOf(intent) : charge }
}
