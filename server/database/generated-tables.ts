// From schema.sql and migrations/, by `npm run table-types`. What a catalog cannot tell is in tables.ts.
import type { ColumnType, JSONColumnType } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Json = JSONColumnType<Record<string, unknown>>
/** More digits than a number has. */
type Long = ColumnType<string, string | number, string | number>

export type GeneratedTables = {
  account: {
    id: string
    email: string
    email_verified_at: Date | null
    password_hash: string | null
    social_subject: string | null
    only_google: Generated<boolean>
    created_at: Date
    disabled_at: Date | null
  }
  address_book: {
    id: string
    account_id: string
    wrapped_key: Buffer
    key_name: string
    content: Buffer
    looked_at: Date
  }
  alarm: {
    kind: string
    since: Date
    said_at: Date
  }
  audit_log: {
    seq: number
    at: Date
    operator: string
    action: string
    subject: string
    note: string
    previous_hash: string
    hash: string
  }
  backup_made: {
    taken_at: Date
    bytes: Long
  }
  captcha_used: {
    nonce: string
    expires_at: Date
  }
  card_dispute: {
    id: string
    order_id: string
    state: 'open' | 'won' | 'lost'
  }
  card_event: {
    id: string
    type: string
    received_at: Date
  }
  card_refund: {
    id: string
    order_id: string
    payment_id: string | null
    cents: number
    state: 'pending' | 'succeeded' | 'failed' | 'canceled'
    made_at: Generated<Date>
  }
  draft: {
    id: string
    account_id: string
    version: number
    wrapped_key: Buffer
    key_name: string
    content: Buffer
    addresses: Buffer
    signature: Buffer | null
    date_line: Buffer | null
    style: Generated<string>
    size: Generated<string>
    seal: Generated<Json>
    reply_code: Generated<boolean>
    language: string | null
    updated_at: Date
  }
  email_link: {
    token_hash: Buffer
    account_id: string
    purpose: 'verify-email' | 'reset-password'
    created_at: Date
    expires_at: Date
  }
  installation_mode: {
    only_row: Generated<boolean>
    mode: 'sandbox' | 'test' | 'live'
    installation: Generated<string>
  }
  invoice: {
    number: string
    series: string
    place: number
    kind: 'simplificada' | 'completa' | 'rectificativa'
    payment_id: string
    step: number
    letter_id: string
    corrects: string | null
    issued_on: string
    supplied_on: string
    lines: Json
    base_cents: number
    tax_percent: number
    tax_cents: number
    total_cents: number
    seller_name: string
    seller_nif: string
    seller_address: string
    chain: string
    seq: number
    recorded_at: string
    previous_hash: string
    hash: string
  }
  invoice_buyer: {
    payment_id: string
    wrapped_key: Buffer
    key_name: string
    content: Buffer
    keep_until: Date
  }
  invoice_chain: {
    name: 'live' | 'test'
    length: Generated<number>
    last_hash: Generated<string>
  }
  issue: {
    id: string
    kind: string
    letter_id: string | null
    reference: string
    note: string
    created_at: Date
    settled_at: Date | null
  }
  job: {
    id: Generated<Long>
    kind: string
    key: string
    payload: Generated<Json>
    run_at: Generated<Date>
    attempts: Generated<number>
    lease: string | null
    lease_until: Date | null
    done_at: Date | null
    dead_at: Date | null
    error: string | null
    created_at: Generated<Date>
    gives_up: Generated<boolean>
  }
  known_device: {
    account_id: string
    device_hash: Buffer
    used_at: Generated<Date>
  }
  letter: {
    id: string
    account_id: string
    state: 'frozen' | 'paid' | 'batched' | 'printed' | 'posted' | 'returned' | 'cancelled' | 'expired' | 'needs-person'
    fingerprint: Buffer
    pages: number
    sheets: number
    pdf_sha256: string
    price_lines: Json
    total_cents: number
    currency: string
    postal_code: string | null
    style: Generated<string>
    size: Generated<string>
    seal: Generated<Json>
    reply_code: Generated<boolean>
    language: string | null
    post_on: string | null
    draft_id: string | null
    again_of: string | null
    printed_day: string
    return_reason: string | null
    created_at: Date
    state_since: Date
  }
  letter_secret: {
    letter_id: string
    wrapped_key: Buffer
    key_name: string
    addresses: Buffer
    content: Buffer
    pdf: Buffer
    signature: Buffer | null
    date_line: Buffer | null
  }
  letter_step: {
    letter_id: string
    seq: number
    at: Date
    from_state: string | null
    to_state: string
    step: string
    cause: string
  }
  login_session: {
    token_hash: Buffer
    account_id: string
    created_at: Date
    expires_at: Date
    id: Generated<string>
    browser: Generated<string>
    by_mailbox: Generated<boolean>
    device_hash: Buffer | null
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
  migration: {
    name: string
    done_at: Generated<Date>
  }
  observation: {
    name: string
    seen_at: Date
  }
  operator: {
    account_id: string
    name: string
    is_supervisor: Generated<boolean>
    added_at: Date
    removed_at: Date | null
  }
  operator_factor: {
    account_id: string
    id: string
    kind: 'passkey' | 'totp'
    wrapped_key: Buffer
    key_name: string
    content: Buffer
    counter: Long | null
    added_at: Date
  }
  operator_session: {
    session_id: string
    proven_at: Date | null
    challenge: string | null
    challenge_at: Date | null
  }
  payment: {
    id: string
    letter_id: string
    order_id: string
    state: 'open' | 'paid' | 'taken' | 'cancelled'
    amount_cents: number
    received_cents: Generated<number>
    refunded_cents: Generated<number>
    invoiced_cents: number | null
  }
  payment_order: {
    id: string
    name: string
    intent_id: string | null
    idempotency_key: string
    currency: string
    state: 'open' | 'paid' | 'taken' | 'cancelled'
    dispute: 'open' | 'won' | 'lost' | null
    livemode: boolean | null
    created_at: Date
    paid_at: Date | null
  }
  price: {
    from_day: string
    code: string
    cents: number
    added_at: Date
    added_by: string
  }
  print_batch: {
    id: Generated<number>
    closed_at: Date
    closed_by: string
    letters: number
    sheets: number
    pdf_sha256: string
    receipt: string | null
  }
  print_job: {
    letter_id: string
    attempt: Generated<number>
    is_void: Generated<boolean>
    batch_id: number | null
    place: number | null
    reason: string | null
    created_at: Date
    printed_at: Date | null
    enclosed_at: Date | null
    posted_at: Date | null
  }
  rate_limit: {
    key: string
    points: Generated<number>
    expire: Long | null
  }
  reconciliation: {
    id: Generated<number>
    read_until: Date | null
    compared_at: Date | null
    lease_until: Date | null
  }
  refund: {
    payment_id: string
    amount_cents: number
    reason: string
    requested_at: Date
    state: Generated<'asked' | 'pending' | 'succeeded' | 'failed' | 'canceled'>
    attempt: Generated<number>
    key_used_at: Date | null
    key_failed_at: Date | null
  }
  restoration: {
    restored_at: Date
    taken_at: Date
    settled_at: Date | null
  }
  sandbox_card_answer: {
    idempotency_key: string
    request: string
    status: number
    body: Json
  }
  sandbox_card_event: {
    id: string
    body: Json
    created: Long
    delivered_at: Date | null
  }
  sandbox_card_intent: {
    id: string
    body: Json
    created: Long
  }
  sandbox_card_refund: {
    id: string
    intent_id: string
    body: Json
  }
  sandbox_mail: {
    id: string
    recipient: string
    subject: string
    text: string
    html: string
    sent_at: Date
  }
  sign_in_code: {
    email: string
    device_hash: Buffer
    code_hash: Buffer
    wrong_tries: Generated<number>
    expires_at: Date
  }
  signature: {
    account_id: string
    wrapped_key: Buffer
    key_name: string
    signature: Buffer
    updated_at: Date
  }
  template: {
    id: string
    account_id: string
    wrapped_key: Buffer
    key_name: string
    name: Buffer
    content: Buffer
    signature: Buffer | null
    date_line: Buffer | null
    style: Generated<string>
    size: Generated<string>
    seal: Generated<Json>
    reply_code: Generated<boolean>
    language: string | null
    kept_at: Date
  }
}
