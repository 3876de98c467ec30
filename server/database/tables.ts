import type { Day, PostingDay } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import type { Language } from '@lacre/letter/looks/languages.ts'
import type { Seal, Size, Style } from '@lacre/letter/looks/looks.ts'
import type { PaymentState, RefundState } from '@lacre/letter/price/payment-states.ts'
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
import type { GeneratedTables } from './generated-tables.ts'
import type { IssueKind } from './issue-kinds.ts'

/** Cents with VAT, as the letter's price lines have them. */
export type InvoiceLine = { label: string; cents: number }
export type InvoiceKind = GeneratedTables['invoice']['kind']
/** Chain of live money, or of sandbox and test cards, which make no real invoices. */
export type ChainName = GeneratedTables['invoice_chain']['name']

/** Compared as a number; reading may give text. */
type Created = { created: string | number }
type Looks = {
  style: Generated<Style>
  size: Generated<Size>
  seal: ColumnType<Seal, string | undefined, string>
  language: Language | null
}

/** Column types that the catalog does not have. */
type Known = {
  issue: { kind: IssueKind }
  draft: Looks
  invoice: { lines: JSONColumnType<InvoiceLine[]>; chain: ChainName }
  letter: Looks & {
    price_lines: JSONColumnType<PriceLine[]>
    post_on: Generated<PostingDay>
    printed_day: Day
  }
  letter_step: { from_state: State | null; to_state: State }
  sandbox_card_event: Created
  sandbox_card_intent: Created
  template: Looks
}

/** The catalog does not know which view columns are null. */
type Views = {
  payment_money: Omit<GeneratedTables['payment'], 'state'> &
    Omit<GeneratedTables['payment_order'], 'id' | 'state'> & {
      state: PaymentState
      on_the_way: number
      left_cents: number
      asked: RefundState | null
      asked_because: string | null
    }
  batch_progress: GeneratedTables['print_batch'] &
    Record<'printed' | 'enclosed' | 'posted' | 'held' | 'reprinted', number>
}

export type Tables = Views & {
  [Table in keyof GeneratedTables]: Table extends keyof Known
    ? Omit<GeneratedTables[Table], keyof Known[Table]> & Known[Table]
    : GeneratedTables[Table]
}

export type Db = Kysely<Tables>
/** Use only this handle inside a transaction: `Db` takes another connection and does not see its rows. */
export type Tx = Transaction<Tables>
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
