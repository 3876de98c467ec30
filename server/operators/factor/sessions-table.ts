import { earlier, minutes } from '@lacre/letter/days.ts'
import type { Db, Tx } from '../../database/tables.ts'

const challengeLasts = minutes(5)

/** When this session gave its second factor last; null when never. */
export async function provenAt(db: Db | Tx, sessionId: string): Promise<Date | null> {
  const session = await db
    .selectFrom('operator_session')
    .select('proven_at')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return session?.proven_at ?? null
}

const put = (
  db: Db | Tx,
  session_id: string,
  values: { proven_at: Date } | { challenge: string; challenge_at: Date },
) =>
  db
    .insertInto('operator_session')
    .values({ session_id, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute()

export const keepProof = (tx: Tx, sessionId: string, now: Date) => put(tx, sessionId, { proven_at: now })

export const keepChallenge = (db: Db, sessionId: string, challenge: string, now: Date) =>
  put(db, sessionId, { challenge, challenge_at: now })

/** What its browser was asked, once: no answer is good twice. */
export async function takeChallenge(tx: Tx, sessionId: string, now: Date): Promise<string | undefined> {
  const asked = await tx
    .selectFrom('operator_session')
    .select(['challenge', 'challenge_at'])
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .updateTable('operator_session')
    .set({ challenge: null })
    .where('session_id', '=', sessionId)
    .execute()
  const isOpen = asked?.challenge_at && asked.challenge_at > earlier(now, challengeLasts)
  return (isOpen && asked.challenge) || undefined
}

export const dropProofs = (tx: Tx, accountId: string) =>
  tx
    .deleteFrom('operator_session')
    .where('session_id', 'in', (sessions) =>
      sessions.selectFrom('login_session').select('id').where('account_id', '=', accountId),
    )
    .execute()

/** But not what this session has proven. */
export const dropOtherProofs = (tx: Tx, accountId: string, sessionId: string) =>
  tx
    .deleteFrom('operator_session')
    .where('session_id', '<>', sessionId)
    .where('session_id', 'in', (sessions) =>
      sessions.selectFrom('login_session').select('id').where('account_id', '=', accountId),
    )
    .execute()
