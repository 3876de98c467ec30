import * as calls from '@lacre/letter/print-room/calls.ts'
import type { NeedsPerson } from '@lacre/letter/print-room/calls.ts'
import { settleOneIssue } from '../database/issues.ts'
import { whatHappened } from '../database/issue-kinds.ts'
import type { Db } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { call, refusal, type ConsoleDeps } from './call.ts'
import { findLetterCards } from './letter-cards.ts'
import { requireOperator } from './require-operator.ts'
import type { World } from '../world.ts'
import { waitingRefunds } from '../payments/refunds.ts'
import { closeUnknownIntent } from '../payments/learn-intent.ts'
import { recordAuditEntry } from './audit-log.ts'

/** Letters and issues that wait for an operator. */
export function issueRoutes(app: App, deps: ConsoleDeps): void {
  const listing = {
    ...call('listNeedsPerson', 'Lo que espera a una persona'),
    response: { 200: calls.needsPerson },
  }
  app.get('/print-room/needs-person', { schema: listing }, async (request) => {
    const operator = await requireOperator(deps, request)
    return await needsPerson(deps, operator)
  })

  const settling = {
    ...call('settleIssue', 'Da un asunto por resuelto'),
    params: calls.idParams,
    body: calls.noteBody,
    response: { 200: calls.settled },
  }
  app.post('/print-room/issues/:id/settle', { schema: settling }, async (request) => {
    const { name } = await requireOperator(deps, request)
    const settled = await settleIssue(deps, request.params.id, { note: request.body.note, by: name })
    if (typeof settled === 'string') throw refusal(settled)
    return { settledAt: settled.toISOString() }
  })
}

const most = 200

/** Letters that wait for an operator, oldest first, and open issues of no such letter. */
async function needsPerson(
  { db }: Pick<World, 'db'>,
  operator: { isSupervisor: boolean },
): Promise<NeedsPerson> {
  const letters = await db
    .selectFrom('letter')
    .select('id')
    .where('state', '=', 'needs-person')
    .orderBy('state_since')
    .limit(most)
    .execute()
  const cards = await findLetterCards(
    { db },
    letters.map(({ id }) => id),
    operator,
  )
  const decisions = ['resume', 'cancel'] as const
  return {
    letters: cards.map((card) => ({
      card,
      what: whatHappened(card.issues.at(-1)?.kind),
      can: decisions.filter((action) => card.can.includes(action)),
    })),
    issues: (await otherIssues(db)).map(({ id, kind, note, created_at, letter_id }) => ({
      id,
      kind,
      what: whatHappened(kind),
      note,
      at: created_at.toISOString(),
      letterId: letter_id,
    })),
    refunds: (await waitingRefunds(db)).map((refund) => ({
      ...refund,
      since: refund.since.toISOString(),
    })),
  }
}

const otherIssues = (db: Db) =>
  db
    .selectFrom('issue')
    .leftJoin('letter', 'letter.id', 'issue.letter_id')
    .selectAll('issue')
    .where('settled_at', 'is', null)
    .where((is) => is.or([is('letter.state', 'is', null), is('letter.state', '<>', 'needs-person')]))
    .orderBy('issue.created_at')
    .limit(most)
    .execute()

/** Settles an issue; `note` says how, and stays in the audit log. */
async function settleIssue(
  deps: ConsoleDeps,
  id: string,
  { note, by }: { note: string; by: string },
): Promise<Date | 'unknown-issue' | 'already-settled' | 'provider-unavailable'> {
  const { db, clock } = deps
  const about = await db
    .selectFrom('issue')
    .select('letter_id')
    .where('id', '=', id)
    .where('kind', '=', 'payment-unreadable')
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  if (about?.letter_id && (await closeUnknownIntent(deps, about.letter_id)) === 'unknown')
    return 'provider-unavailable'
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const settled = await settleOneIssue(tx, id, now)
    if (typeof settled === 'string') return settled
    const entry = { action: 'settle-issue', subject: id, note: `${settled.kind}: ${note}`, now } as const
    await recordAuditEntry(tx, { by, ...entry })
    return now
  })
}
