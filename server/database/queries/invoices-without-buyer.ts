import { sql } from 'kysely'

/** Of a row of `invoice`: neither a full one nor the correction of a full one, which name their buyer. */
export const isWithoutBuyer = sql<boolean>`(invoice.kind <> 'completa' and not exists (
  select from invoice corrected where corrected.number = invoice.corrects and corrected.kind = 'completa'))`
