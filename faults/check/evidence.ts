import pg from 'pg'
import type { AckEntry } from '../client/acks.ts'
import type { CardEntry } from '../stand-in/card-books.ts'
import type { MailEntry } from '../stand-in/mail.ts'
import type { TrayEntry } from '../stand-in/tray.ts'

/** What everybody says happened: each part of the world by its own ledger, and the house by its database. */
export type Evidence = {
  cards: CardEntry[]
  tray: TrayEntry[]
  mails: MailEntry[]
  acks: AckEntry[]
  house: House
}

export type House = {
  letters: {
    id: string
    state: string
    pdf_sha256: string
    total_cents: number
    lines: number
    pages: number
    /** Since when it could be paid, and until when; milliseconds. */
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
  }[]
  payments: {
    id: string
    letter_id: string
    intent_id: string | null
    amount_cents: number
    state: string
    refunded_cents: number
  }[]
  refunds: { payment_id: string; provider_id: string | null; settled: boolean; amount_cents: number }[]
  prints: { letter_id: string; attempt: number; state: string; batch_id: number | null }[]
  mails: { id: string; kind: string; key: string; sent: boolean; given_up: boolean; data: string }[]
  concerns: { kind: string; letter_id: string | null; reference: string }[]
  events: string[]
  jobs: { kind: string; key: string; done: boolean; dead: boolean }[]
}

/** The house's books as they stand. */
export async function readHouse(at: pg.ClientConfig): Promise<House> {
  const client = new pg.Client(at)
  await client.connect()
  const rows = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows
  try {
    return {
      letters: await rows(`select id, state, pdf_sha256, total_cents, pages,
        extract(epoch from created_at)::float8 * 1000 as from,
        (select extract(epoch from min(at))::float8 * 1000 from letter_step where letter_id = id and seq = 2) as until,
        (select sum((line ->> 'cents')::int)::int from jsonb_array_elements(price_lines) line) as lines from letter`),
      steps: await rows(
        'select letter_id, seq, from_state, to_state, step, cause from letter_step order by letter_id, seq',
      ),
      payments: await rows(
        'select id, letter_id, intent_id, amount_cents, state, refunded_cents from payment order by created_at, id',
      ),
      refunds: await rows(
        'select payment_id, provider_id, settled_at is not null as settled, amount_cents from refund',
      ),
      prints: await rows('select letter_id, attempt, state, batch_id from print_job'),
      mails: await rows(
        `select id, kind, key, sent_at is not null as sent, given_up_at is not null as given_up, data::text from mail`,
      ),
      concerns: await rows('select kind, letter_id, reference from concern where settled_at is null'),
      events: (await rows<{ id: string }>('select id from card_event')).map(({ id }) => id),
      jobs: await rows('select kind, key, done_at is not null as done, dead_at is not null as dead from job'),
    }
  } finally {
    await client.end()
  }
}
