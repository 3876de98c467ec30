import type { Db, Tx } from '../../database/tables.ts'

/** Which of these letters another printer has, or may have. */
export async function atPrinter(db: Db | Tx, letterIds: string[]): Promise<Set<string>> {
  if (!letterIds.length) return new Set()
  const rows = await db
    .selectFrom('submission')
    .select('letter_id')
    .where('letter_id', 'in', letterIds)
    .where('state', 'in', ['ready', 'submitting', 'unknown', 'accepted'])
    .execute()
  return new Set(rows.map(({ letter_id }) => letter_id))
}
