import type { Generated, JSONColumnType } from 'kysely'

/** Cents with their VAT, as the letter's price lines have them. */
export type InvoiceLine = { label: string; cents: number }
export type InvoiceKind = 'simplificada' | 'completa' | 'rectificativa'

/** The books: what was invoiced, written once. */
export type BooksTables = {
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
