/** What the card provider did: the oracle for all money. In cents; `at` by the run's clock. */
export type CardEntry = { at: number } & Did

export type Did =
  | { did: 'make'; intent: string; letter: string; sha256: string; app: string; cents: number; key: string }
  | { did: 'charge'; intent: string; cents: number; currency: string; live: boolean }
  /** The bank takes hours over it; nothing has been charged. */
  | { did: 'process'; intent: string }
  | { did: 'decline'; intent: string }
  | { did: 'cancel'; intent: string }
  | {
      did: 'refund'
      intent: string
      refund: string
      cents: number
      key: string
      letter: string
      state: RefundState
    }
  /** The final state of a refund, perhaps days later. */
  | { did: 'refund-state'; intent: string; refund: string; state: RefundState }
  | { did: 'dispute'; intent: string; state: DisputeState }
  /** The provider forgets the intent and answers 404. */
  | { did: 'forget'; intent: string }
  /** A delivery of an event and the status of the answer; 0: none. */
  | { did: 'deliver'; event: string; type: string; intent: string; how: Delivery; status: number }
  /** An event that is never delivered. */
  | { did: 'lose'; event: string; type: string; intent: string }
export type Delivery = 'at-once' | 'late' | 'again' | 'in-parallel' | 'repeated' | 'forged'

export type RefundState = 'pending' | 'succeeded' | 'failed' | 'canceled'
export type DisputeState = 'needs_response' | 'won' | 'lost'

export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
  client_secret: string
  livemode: boolean
  created: number
  metadata: Record<string, string>
  refunds: Refund[]
  disputes: Dispute[]
  charge: string | null
}
export type Refund = {
  id: string
  object: 'refund'
  amount: number
  status: RefundState
  currency: string
  charge: string | null
  payment_intent: string
  created: number
  metadata: Record<string, string>
}
export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  status: DisputeState
  charge: string | null
  payment_intent: string
  created: number
}
export type CardEvent = { id: string; type: string; intent: string; body: string }
