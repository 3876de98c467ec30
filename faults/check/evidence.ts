import pg from 'pg'
import type { AckEntry } from '../client/acks.ts'
import type { CardEntry } from '../stand-in/card-entries.ts'
import type { MailEntry } from '../stand-in/mail.ts'
import type { PrintEntry } from '../stand-in/print-log.ts'

/** What happened: one ledger for each stand-in and for the customers, and a snapshot of the server's database. */
export type Evidence = {
  cards: CardEntry[]
  printLog: PrintEntry[]
  mails: MailEntry[]
  acks: AckEntry[]
  snapshot: Snapshot
}

export type Snapshot = {
  letters: {
    id: string
    state: string
    pdf_sha256: string
    total_cents: number
    lines: number
    /** Cents of postage among the lines. */
    postage: number
    /** The chosen posting day; the returned letter that this one sends again. */
    post_on: string | null
    again_of: string | null
    /** The printed date. */
    day: string
    pages: number
    /** `erased`: its account is. `words`: its key still exists. */
    erased: boolean
    words: boolean
    /** The span in which it could be paid, in milliseconds. */
    from: number
    until: number | null
  }[]
  steps: {
    letter_id: string
    seq: number
    from_state: string | null
    to_state: string
    step: string
    cause: string
    at: number
  }[]
  payments: {
    id: string
    letter_id: string
    /** The order; the letter's own id when it was paid alone. */
    order_id: string
    intent_id: string | null
    /** The idempotency key of the intent. */
    key: string
    amount_cents: number
    /** 'taken': money that pays for no letter. */
    state: string
    received_cents: number
    refunded_cents: number
    livemode: boolean | null
    /** It paid for a letter, so it needs an invoice. */
    paid: boolean
    dispute: string | null
  }[]
  invoices: {
    payment_id: string
    kind: string
    series: string
    place: number
    chain: string
    seq: number
    total_cents: number
  }[]
  /** The refunds we requested: at most one a payment. */
  refunds: {
    payment_id: string
    state: string
    settled: boolean
    amount_cents: number
    reason: string
    at: number
  }[]
  /** Our record of each refund at the provider, one row a letter. null: an operator has not named the letter yet. */
  cardRefunds: { id: string; letter: string | null; intent: string; cents: number; state: string }[]
  prints: { letter_id: string; attempt: number; state: string; batch_id: number | null }[]
  mails: { id: string; kind: string; key: string; sent: boolean; given_up: boolean; at: number }[]
  issues: { kind: string; letter_id: string | null; reference: string; settled: boolean }[]
  events: string[]
  /** Signatures stored in accounts. */
  signatures: { erased: boolean }[]
  jobs: { kind: string; key: string; done: boolean; dead: boolean }[]
}

/** Reads the tables that the rules need. */
export async function readSnapshot(at: pg.ClientConfig): Promise<Snapshot> {
  const client = new pg.Client(at)
  await client.connect()
  const rows = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows
  try {
    return {
      letters:
        await rows(`select id, state, pdf_sha256, total_cents, pages, post_on, again_of, printed_day::text as day,
        extract(epoch from created_at)::float8 * 1000 as from,
        exists (select from account where account.id = account_id and email = '') as erased,
        exists (select from letter_secret where letter_id = letter.id) as words,
        (select extract(epoch from min(at))::float8 * 1000 from letter_step where letter_id = letter.id and seq = 2) as until,
        (select sum((line ->> 'cents')::int)::int from jsonb_array_elements(price_lines) line) as lines,
        (select sum((line ->> 'cents')::int)::int from jsonb_array_elements(price_lines) line
          where line ->> 'code' = 'postage') as postage from letter`),
      steps: await rows(
        `select letter_id, seq, from_state, to_state, step, cause, extract(epoch from at)::float8 * 1000 as at
         from letter_step order by letter_id, seq`,
      ),
      payments: await rows(
        `select id, letter_id, name as order_id, intent_id,
          idempotency_key as key, amount_cents, state, received_cents, refunded_cents, livemode, dispute,
          paid_at is not null as paid
         from payment_money order by created_at, id`,
      ),
      invoices: await rows(
        'select payment_id, kind, series, place, chain, seq, total_cents from invoice order by seq',
      ),
      refunds: await rows(
        `select payment_id, state, state = 'succeeded' as settled, amount_cents, reason,
          extract(epoch from requested_at)::float8 * 1000 as at from refund`,
      ),
      cardRefunds: await rows(
        `select card_refund.id, letter_id as letter, intent_id as intent, cents, card_refund.state from card_refund
         join payment_order on payment_order.id = card_refund.order_id left join payment on payment.id = payment_id`,
      ),
      prints: await rows(
        `select letter_id, attempt, batch_id, case when is_void then 'void' when posted_at is not null then 'posted'
          when printed_at is not null then 'printed' when batch_id is not null then 'batched' else 'waiting' end as state from print_job`,
      ),
      mails: await rows(
        `select id, kind, key, sent_at is not null as sent, given_up_at is not null as given_up,
          extract(epoch from created_at)::float8 * 1000 as at from mail`,
      ),
      issues: await rows(
        "select kind, letter_id, split_part(reference, ' ', 1) as reference, settled_at is not null as settled from issue",
      ),
      events: (await rows<{ id: string }>('select id from card_event')).map(({ id }) => id),
      signatures: await rows(
        "select account.email = '' as erased from signature join account on account.id = account_id",
      ),
      jobs: await rows('select kind, key, done_at is not null as done, dead_at is not null as dead from job'),
    }
  } finally {
    await client.end()
  }
}
