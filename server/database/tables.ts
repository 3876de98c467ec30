import type { Day, PostingDay } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import type { Size, Style } from '@lacre/letter/looks/looks.ts'
import type { MoneyMode } from '@lacre/letter/price/money.ts'
import type {
  CardRefundState,
  DisputeState,
  PaymentState,
  RefundState,
} from '@lacre/letter/price/payment-states.ts'
import type { PriceLine } from '@lacre/letter/price/price.ts'
import type {
  ColumnType,
  Generated,
  Insertable,
  JSONColumnType,
  Kysely,
  Selectable,
  Transaction,
} from 'kysely'
import type { ConcernKind } from './issue-kinds.ts'

/** `lease`: who works on it, until then. */
type Leased = { lease: string | null; lease_until: Date | null }

type Json = JSONColumnType<Record<string, unknown>>

/** The tables as TypeScript sees them; the migrations are their source. */
export type Tables = AccountTables &
  OperatorTables &
  BooksTables & {
    rate_limit: { key: string; points: Generated<number>; expire: string | null }
    letter: {
      id: string
      account_id: string
      state: State
      fingerprint: Buffer
      pages: number
      sheets: number
      pdf_sha256: string
      price_lines: JSONColumnType<PriceLine[]>
      total_cents: number
      currency: string
      postal_code: string | null
      style: Generated<Style>
      size: Generated<Size>
      seal: Generated<boolean>
      reply_code: Generated<boolean>
      post_on: Generated<PostingDay>
      created_at: Date
      state_since: Date
      /** The letter that came back and is sent again with this one. */
      again_of: string | null
      printed_day: Day
      return_reason: string | null
    }
    letter_secret: {
      letter_id: string
      wrapped_key: Buffer
      key_name: string
      addresses: Buffer
      content: Buffer
      pdf: Buffer
      signature: Buffer | null
    }
    backup_made: { taken_at: Date; bytes: string | number }
    restoration: { restored_at: Date; taken_at: Date; settled_at: Date | null }
    draft: KeptLetter & { version: number; updated_at: Date }
    template: KeptLetter & { name: Buffer; kept_at: Date }
    letter_step: {
      letter_id: string
      seq: number
      at: Date
      from_state: State | null
      to_state: State
      step: string
      cause: string
    }
    concern: {
      id: string
      kind: ConcernKind
      letter_id: string | null
      reference: string
      note: string
      created_at: Date
      settled_at: Date | null
    }
    payment: {
      id: string
      letter_id: string
      /** Null: its letter is paid alone, and the order's id is the letter's. */
      order_id: string | null
      intent_id: string | null
      idempotency_key: string
      amount_cents: number
      currency: string
      state: PaymentState
      received_cents: Generated<number>
      refunded_cents: Generated<number>
      dispute: Generated<DisputeState | null>
      created_at: Date
      paid_at: Date | null
      livemode: boolean | null
      /** What its invoices come to; null before the first. */
      invoiced_cents: number | null
    }
    refund: {
      payment_id: string
      amount_cents: number
      reason: string
      requested_at: Date
      provider_id: string | null
      settled_at: Date | null
      state: Generated<RefundState>
      attempt: Generated<number>
      key_used_at: Date | null
      /** Since when the provider answers its key with a failure. */
      key_failed_at: Date | null
    }
    card_refund: {
      id: string
      payment_id: string
      cents: number
      state: CardRefundState
      made_at: Generated<Date>
    }
    card_dispute: { id: string; payment_id: string; state: DisputeState }
    reconciliation: Leased & { id: Generated<number>; read_until: Date | null; compared_at: Date | null }
    card_event: { id: string; type: string; received_at: Date }
    sandbox_card_intent: { id: string; body: Json; created: string | number }
    sandbox_card_refund: { id: string; intent_id: string; body: Json }
    sandbox_card_event: {
      id: string
      body: Json
      created: string | number
      delivered_at: Date | null
    }
    sandbox_card_answer: {
      idempotency_key: string
      request: string
      status: number
      body: Json
    }
    print_batch: {
      id: Generated<number>
      closed_at: Date
      closed_by: string
      letters: number
      sheets: number
      grams: ColumnType<string, number, number>
      pdf_sha256: string
      receipt: string | null
    }
    print_job: {
      letter_id: string
      attempt: Generated<number>
      state: 'waiting' | 'batched' | 'printed' | 'posted' | 'void'
      batch_id: number | null
      place: number | null
      reason: string | null
      created_at: Date
      printed_at: Date | null
      enclosed_at: Date | null
      posted_at: Date | null
    }
    mail: {
      id: string
      kind: string
      key: string
      recipient: string
      data: Json
      attempts: Generated<number>
      next_at: Date
      sent_at: Date | null
      given_up_at: Date | null
      error: string | null
      created_at: Date
    }
    sandbox_mail: {
      id: string
      recipient: string
      subject: string
      text: string
      html: string
      sent_at: Date
    }
    alarm: { kind: string; since: Date; said_at: Date }
    observation: { name: string; seen_at: Date }
    house_mode: { only_row: Generated<boolean>; mode: MoneyMode; installation: Generated<string> }
    job: Leased & {
      id: Generated<string>
      kind: string
      key: string
      payload: JSONColumnType<Record<string, unknown>, string | undefined>
      run_at: Generated<Date>
      attempts: Generated<number>
      done_at: Date | null
      dead_at: Date | null
      error: string | null
      created_at: Generated<Date>
      gives_up: Generated<boolean>
    }
  }

/** A letter in an account that is not sent: being written, or to be written again. */
type KeptLetter = {
  id: string
  account_id: string
  wrapped_key: Buffer
  key_name: string
  content: Buffer
  style: Generated<Style>
  size: Generated<Size>
  seal: Generated<boolean>
  reply_code: Generated<boolean>
  signature: Buffer | null
}

export type Db = Kysely<Tables>
/** Only this handle inside a transaction: the root one takes another connection and does not see its rows. */
export type Tx = Transaction<Tables>
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>

/** Of who somebody is here, how they come in, and whom they write to. */
type AccountTables = {
  account: {
    id: string
    email: string
    email_verified_at: Date | null
    password_hash: string | null
    social_subject: string | null
    /** When the mailbox last proved what opens the account; null: never. */
    password_mailbox_at: Generated<Date | null>
    social_mailbox_at: Generated<Date | null>
    created_at: Date
    disabled_at: Generated<Date | null>
  }
  login_session: {
    token_hash: Buffer
    id: Generated<string>
    account_id: string
    browser: string
    created_at: Date
    expires_at: Date
    mailbox_at: Generated<Date | null>
    /** Of the browser it was opened in; null: unknown. */
    device_hash: Generated<Buffer | null>
  }
  known_device: {
    account_id: string
    device_hash: Buffer
    used_at: Generated<Date>
    mailbox_at: Generated<Date | null>
  }
  email_link: {
    token_hash: Buffer
    account_id: string
    purpose: 'verify-email' | 'reset-password'
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  sign_in_code: {
    email: string
    device_hash: Buffer
    code_hash: Buffer
    wrong_tries: Generated<number>
    expires_at: Date
  }
  captcha_used: { nonce: string; expires_at: Date }
  signature: {
    account_id: string
    wrapped_key: Buffer
    key_name: string
    signature: Buffer
    updated_at: Date
  }
  address_book: {
    id: string
    account_id: string
    wrapped_key: Buffer
    key_name: string
    content: Buffer
    looked_at: Date
  }
}

/** Who may enter the print room, and by which second factor. */
type OperatorTables = {
  act: {
    seq: number
    at: Date
    operator: string
    act: string
    subject: string
    note: string
    previous_hash: string
    hash: string
  }
  operator: {
    account_id: string
    name: string
    is_supervisor: Generated<boolean>
    added_at: Date
    removed_at: Date | null
  }
  operator_passkey: {
    credential_id: string
    account_id: string
    public_key: Buffer
    counter: string | number
    added_at: Date
  }
  operator_totp: {
    account_id: string
    wrapped_key: Buffer
    key_name: string
    content: Buffer
    last_step: number | null
    added_at: Date
  }
  operator_session: {
    session_id: string
    proven_at: Date | null
    challenge: string | null
    challenge_at: Date | null
  }
  price: { from_day: string; code: string; cents: number; added_at: Date; added_by: string }
}

/** Cents with their VAT, as the letter's price lines have them. */
export type InvoiceLine = { label: string; cents: number }
export type InvoiceKind = 'simplificada' | 'completa' | 'rectificativa'

/** The books: what was invoiced, written once. */
type BooksTables = {
  invoice: {
    number: string
    series: string
    place: number
    kind: InvoiceKind
    payment_id: string
    step: number
    letter_id: string
    corrects: string | null
    issued_on: string
    supplied_on: string
    lines: JSONColumnType<InvoiceLine[]>
    base_cents: number
    tax_percent: number
    tax_cents: number
    total_cents: number
    seller_name: string
    seller_nif: string
    seller_address: string
    chain: ChainName
    seq: number
    recorded_at: string
    previous_hash: string
    hash: string
  }
  invoice_chain: { name: ChainName; length: Generated<number>; last_hash: Generated<string> }
  invoice_buyer: {
    payment_id: string
    wrapped_key: Buffer
    key_name: string
    content: Buffer
    keep_until: Date
  }
}
/** Real money, and the money of the sandbox and of test cards, which makes no real invoice. */
export type ChainName = 'live' | 'test'
