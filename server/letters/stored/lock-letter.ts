import { isUuid } from '../../database/uuid.ts'
import type { LockLetter, LockLetters } from '../../ports.ts'

export const lockLetters: LockLetters = async (tx, letterIds) => {
  const ids = letterIds.filter(isUuid)
  if (!ids.length) return []
  return tx.selectFrom('letter').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

export const lockLetter: LockLetter = async (tx, letterId) => (await lockLetters(tx, [letterId]))[0]
