import { isUuid } from '../../database/uuid.ts'
import type { LockLetter } from '../../ports.ts'

export const lockLetter: LockLetter = async (tx, letterId) => {
  if (!isUuid(letterId)) return undefined
  return tx.selectFrom('letter').selectAll().where('id', '=', letterId).forUpdate().executeTakeFirst()
}
