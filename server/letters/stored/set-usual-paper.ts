import { usualPaper } from '@lacre/letter/paper-profile.ts'
import type { SetUsualPaper } from '../../ports.ts'

/** Pages set for another printer's envelopes fit our own too, and remain the ones that were paid. */
export const setUsualPaper: SetUsualPaper = async (tx, letterIds) => {
  if (!letterIds.length) return
  await tx.updateTable('letter').set({ paper: usualPaper }).where('id', 'in', letterIds).execute()
}
