import { days, hours, inSeconds } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Db } from '../database/tables.ts'
import { type Clock, systemRandom } from '../outside/clock.ts'
import { nowInSeconds, recordEvent } from '../sandbox/card-store.ts'
import type { CardSandbox } from '../sandbox/cards.ts'

/** What a refund is at once, and what it becomes. */
const endings = {
  late: { status: 'pending', becomes: 'succeeded', after: hours(1), event: 'refund.updated' },
  fails: { status: 'succeeded', becomes: 'failed', after: days(2), event: 'refund.failed' },
} as const

/** The provider's test numbers with a later outcome. They pay as the card beside them. */
const scripted: Record<string, { as: string; refunds?: keyof typeof endings; isInquiry?: true }> = {
  '4000000000007726': { as: '4242424242424242', refunds: 'late' },
  '4000000000005126': { as: '4242424242424242', refunds: 'fails' },
  '4000000000001976': { as: '4000000000000259', isInquiry: true },
}

/** As the provider's own test mode decides a dispute: by what the evidence says. */
const decisions: Record<string, string> = { winning_evidence: 'won', losing_evidence: 'lost' }

/** The sandbox with outcomes that no page needs: refunds that arrive late or fail, inquiries, decided disputes. */
export function withOutcomes(sandbox: CardSandbox, db: Db, clock: Clock): CardSandbox {
  const inTransaction = (work: (context: Parameters<typeof recordEvent>[0]) => Promise<unknown>) =>
    db.transaction().execute((tx) => work({ tx, clock, random: systemRandom }))

  /** Ends the refunds that are due. */
  const endRefunds = () =>
    sql`update sandbox_card_refund set body = body || jsonb_build_object('status', body -> 'ends' -> 'status', 'ends', null)
      where (body -> 'ends' ->> 'at')::bigint <= ${nowInSeconds(clock)}`.execute(db)

  async function endRefundLater(refund: Stripe.Refund): Promise<Stripe.Refund> {
    const intent = await db
      .selectFrom('sandbox_card_intent')
      .select('body')
      .where('id', '=', refund.payment_intent as string)
      .executeTakeFirstOrThrow()
    const ending = endings[intent.body['refunds_end'] as keyof typeof endings]
    if (!ending) return refund
    const at = refund.created + inSeconds(ending.after)
    const change = { status: ending.status, ends: { status: ending.becomes, at } }
    await inTransaction(async (context) => {
      const { numAffectedRows } = await sql`
        update sandbox_card_refund set body = body || ${JSON.stringify(change)}::jsonb
        where id = ${refund.id} and not body ? 'ends'`.execute(context.tx)
      if (numAffectedRows) await recordEvent(context, ending.event, { ...refund, status: ending.becomes }, at)
    })
    return { ...refund, status: ending.status }
  }

  async function decideDispute(id: string, form: URLSearchParams): Promise<Response> {
    const listed = await sandbox.fetch('https://sandbox.invalid/v1/disputes?limit=100')
    const { data } = (await listed.json()) as { data: Stripe.Dispute[] }
    const decided = decisions[form.get('evidence[uncategorized_text]') ?? '']
    const dispute = data.find((one) => one.id === id)
    if (!dispute || !decided) throw new Error('no such dispute, or evidence that decides nothing')
    const isInquiry = dispute.status.startsWith('warning_')
    const status = isInquiry && decided === 'won' ? 'warning_closed' : decided
    await inTransaction((context) => recordEvent(context, 'charge.dispute.closed', { ...dispute, status }))
    return Response.json({ ...dispute, status })
  }

  return {
    async confirm(confirmation) {
      const script = scripted[confirmation.card?.replace(/\D/g, '') ?? '']
      if (!script) return sandbox.confirm(confirmation)
      const answer = await sandbox.confirm({ ...confirmation, card: script.as })
      const [id = ''] = confirmation.client_secret.split('_secret_')
      if (answer.status !== 200) return answer
      if (script.refunds)
        await sql`update sandbox_card_intent set body = body || ${JSON.stringify({ refunds_end: script.refunds })}::jsonb
          where id = ${id}`.execute(db)
      if (script.isInquiry)
        await sql`update sandbox_card_event set body = jsonb_set(body, '{data,object,status}', '"warning_needs_response"')
          where body ->> 'type' = 'charge.dispute.created' and body -> 'data' -> 'object' ->> 'payment_intent' = ${id}`.execute(
          db,
        )
      return answer
    },
    async fetch(input, init) {
      await endRefunds()
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      const [, dispute] = /^\/v1\/disputes\/(\w+)$/.exec(pathname) ?? []
      if (dispute) return decideDispute(dispute, new URLSearchParams(init?.body as string))
      const answer = await sandbox.fetch(input, init)
      if (init?.method !== 'POST' || pathname !== '/v1/refunds' || answer.status !== 200) return answer
      const refund = await endRefundLater((await answer.json()) as Stripe.Refund)
      return Response.json(refund, { headers: answer.headers })
    },
  }
}
