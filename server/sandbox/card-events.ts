import { days, inSeconds } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import {
  listOf,
  newId,
  nowInSeconds,
  type Answer,
  type SandboxContext,
  type SandboxDeps,
} from './card-store.ts'
import type Stripe from 'stripe'

/** `at`: an event yet to come. */
export async function recordEvent(
  { tx, clock, random }: SandboxContext,
  type: string,
  object: object,
  at = nowInSeconds(clock),
) {
  const event = {
    id: newId(random, 'evt'),
    object: 'event',
    type,
    created: at,
    livemode: false,
    data: { object },
  }
  await tx
    .insertInto('sandbox_card_event')
    .values({ id: event.id, body: JSON.stringify(event), created: event.created })
    .execute()
}

/** Those that have come by now, the newest first, whether they were told or not. */
export async function listEvents({ tx, clock }: SandboxContext, query: URLSearchParams): Promise<Answer> {
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  const types = [...query].flatMap(([name, type]) => (name.startsWith('types[') ? [type] : []))
  const after = query.get('starting_after')
  const found = await tx
    .selectFrom('sandbox_card_event')
    .select('body')
    .where('created', '>=', Number(query.get('created[gte]') ?? 0))
    .where('created', '<=', nowInSeconds(clock))
    .$if(types.length > 0, (events) => events.where(sql`body ->> 'type'`, 'in', types))
    .$if(after !== null, (events) =>
      events.where(
        sql<boolean>`(created, id) < (select created, id from sandbox_card_event where id = ${after})`,
      ),
    )
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const data = found.slice(0, limit).map(({ body }) => body)
  return { status: 200, body: listOf(data, found.length > limit) }
}

/** Hands one signed event to our own webhook; gives the status it answered with. */
export type PostEvent = (body: string, signature: string) => Promise<number>

/**
 * The provider's post office: every event not yet answered with 2xx, again and again for three days, oldest first.
 * Two nodes may deliver the same one; the real provider does that too. Gives how many arrived.
 */
export async function deliverSandboxEvents(
  { db, clock }: Pick<SandboxDeps, 'db' | 'clock'>,
  { webhooks, secret, post }: { webhooks: Stripe['webhooks']; secret: string; post: PostEvent },
): Promise<number> {
  const waiting = await db
    .selectFrom('sandbox_card_event')
    .select(['id', 'body'])
    .where('delivered_at', 'is', null)
    .where('created', '>=', nowInSeconds(clock) - inSeconds(days(3)))
    .where('created', '<=', nowInSeconds(clock))
    .orderBy('created')
    .orderBy('id')
    .limit(100)
    .execute()
  let delivered = 0
  for (const { id, body } of waiting) {
    const payload = JSON.stringify(body)
    const timestamp = nowInSeconds(clock)
    const status = await post(payload, webhooks.generateTestHeaderString({ payload, secret, timestamp }))
    if (status < 200 || status > 299) continue
    delivered++
    await db
      .updateTable('sandbox_card_event')
      .set({ delivered_at: clock.now() })
      .where('id', '=', id)
      .execute()
  }
  return delivered
}
