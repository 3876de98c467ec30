import type { Db, Tx } from '../../database/tables.ts'
import type { AccountsDeps } from '../deps.ts'

/** What is written down of the ways in. `refuse`: a secret was wrong, whatever it should have opened. */
export type AccessAct = 'register' | 'sign-in' | 'prove' | 'change-password' | 'refuse'
export type AccessHow = 'password' | 'link' | 'code' | 'google' | 'reset'
export type AccessDeps = Pick<AccountsDeps, 'clock' | 'pseudonymOf'>

/** An entry in the record of accesses, under a pseudonym of the address (design.md#accesses-on-record). */
export async function recordAccess(
  { clock, pseudonymOf }: AccessDeps,
  db: Db | Tx,
  { email, act, how }: { email: string; act: AccessAct; how: AccessHow },
): Promise<void> {
  const entry = { at: clock.now(), subject: email && pseudonymOf(email), act, how }
  await db.insertInto('access_entry').values(entry).execute()
}
