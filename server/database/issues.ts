import { issueKinds, isSettledByCancel, type IssueKind } from './issue-kinds.ts'
import { sql } from 'kysely'
import type { Db, Tx } from './tables.ts'

/**
 * Something only a person can settle. `reference` names what it is about (an intent, a batch); the same issue
 * about the same thing and letter is raised once. `note` tells an operator what is known: never a letter's words,
 * an address or an e-mail.
 */
export type Issue = { kind: IssueKind; letterId: string | null; reference: string; note: string }

/** In the transaction that found the trouble. `since`: one settled before then opens again. */
export async function raiseIssue(
  tx: Db | Tx,
  { kind, letterId, reference, note }: Issue,
  since?: Date,
): Promise<void> {
  const created_at = sql<Date>`now()`
  await tx
    .insertInto('issue')
    .values({
      id: sql<string>`gen_random_uuid()`,
      kind,
      letter_id: letterId,
      reference,
      note,
      created_at,
    })
    .onConflict((conflict) => {
      const known = conflict.columns(['kind', 'reference', 'letter_id'])
      if (!since) return known.doNothing()
      return known.doUpdateSet({ note, created_at, settled_at: null }).where('issue.settled_at', '<=', since)
    })
    .execute()
}

/** All but money that a cancelled letter leaves open, or that is beside what pays for a resumed one. */
export async function settleLetterIssues(
  tx: Tx,
  letterId: string,
  { decision, now }: { decision: 'resume' | 'cancel'; now: Date },
): Promise<void> {
  await tx
    .updateTable('issue')
    .set({ settled_at: now })
    .where('letter_id', '=', letterId)
    .where('settled_at', 'is', null)
    .$if(decision === 'cancel', (query) =>
      query.where(
        'kind',
        'not in',
        issueKinds.filter((kind) => !isSettledByCancel(kind)),
      ),
    )
    .$if(decision === 'resume', (query) =>
      query.where(sql<boolean>`not (kind = 'payment-mismatch' and exists (
        select 1 from payment_money where payment_money.letter_id = issue.letter_id
          and payment_money.state = 'taken' and payment_money.intent_id = issue.reference))`),
    )
    .execute()
  if (decision === 'cancel') await settleBackMismatches(tx, letterId, now)
}

/** What is over and may come again: with the hour in its reference it is another matter. */
export async function settleUntilAgain(
  tx: Tx,
  kind: IssueKind,
  references: string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('issue')
    .set({ settled_at: now, reference: sql<string>`reference || ' ' || ${now.toISOString()}` })
    .where('kind', '=', kind)
    .where('reference', 'in', references)
    .where('settled_at', 'is', null)
    .execute()
}

/** Other money than was asked for, all of which is back by now; as long as its letter waits for a person, it says what for. */
export async function settleBackMismatches(tx: Tx, letterId: string, now: Date): Promise<void> {
  await sql`
    update issue set settled_at = ${now}
    where letter_id = ${letterId} and kind = 'payment-mismatch' and settled_at is null and exists (
      select 1 from payment_money join letter on letter.id = payment_money.letter_id
      where letter.id = issue.letter_id and letter.state <> 'needs-person'
        and payment_money.state = 'refunded' and payment_money.intent_id = issue.reference)`.execute(tx)
}

/** What has come right by itself. `about`: only of these refunds or disputes. */
export async function settleMoneyIssues(
  tx: Tx,
  letterId: string,
  kinds: IssueKind[],
  now: Date,
  about?: string[],
): Promise<void> {
  await tx
    .updateTable('issue')
    .set({ settled_at: now })
    .where('letter_id', '=', letterId)
    .where('kind', 'in', kinds)
    .where('settled_at', 'is', null)
    .$if(about !== undefined, (query) => query.where('reference', 'in', about!))
    .execute()
}

export async function settleOneIssue(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ kind: IssueKind } | 'unknown-issue' | 'already-settled'> {
  const issue = await tx
    .selectFrom('issue')
    .select(['kind', 'settled_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!issue) return 'unknown-issue'
  if (issue.settled_at) return 'already-settled'
  await tx.updateTable('issue').set({ settled_at: now }).where('id', '=', id).execute()
  return issue
}
