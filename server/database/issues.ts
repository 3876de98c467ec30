import { issueKinds, isSettledByCancel, type IssueKind } from './issue-kinds.ts'
import { sql } from 'kysely'
import type { Db, Tx } from './tables.ts'

/**
 * Something only an operator can settle. `reference`: what it is about (an intent, a batch). An issue of equal kind,
 * reference and letter is raised once. `note`: for operators; never a letter's words, an address or an e-mail.
 */
export type Issue = { kind: IssueKind; letterId: string | null; reference: string; note: string }

/** Call it in the transaction that found the problem. `since`: an issue settled before then is opened again. */
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

/**
 * Settles a letter's issues, except about money still open after a cancellation, or unrelated to a resumed letter's
 * payment.
 */
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

/** Settles issues that may be raised again: the hour becomes part of the old reference. */
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

/** Settles mismatches whose money is refunded. While the letter waits for an operator, they stay as its reason. */
export async function settleBackMismatches(tx: Tx, letterId: string, now: Date): Promise<void> {
  await sql`
    update issue set settled_at = ${now}
    where letter_id = ${letterId} and kind = 'payment-mismatch' and settled_at is null and exists (
      select 1 from payment_money join letter on letter.id = payment_money.letter_id
      where letter.id = issue.letter_id and letter.state <> 'needs-person'
        and payment_money.state = 'refunded' and payment_money.intent_id = issue.reference)`.execute(tx)
}

/** Settles issues that are resolved by themselves. `about`: only these refunds or disputes. */
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
