import type { Db, Tx } from '../../database/tables.ts'
import { idsUnderWay } from './submissions-table.ts'

/** Which of these letters another printer has, or may have. */
export async function atPrinter(db: Db | Tx, letterIds: string[]): Promise<Set<string>> {
  if (!letterIds.length) return new Set()
  const rows = await idsUnderWay(db).where('letter_id', 'in', letterIds).execute()
  return new Set(rows.map(({ letter_id }) => letter_id))
}
