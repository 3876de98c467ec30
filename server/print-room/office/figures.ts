import { madridDay } from '@lacre/letter/days.ts'
import type { Figures, FiguresOfDay } from '@lacre/letter/print-room/console-calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'

/** A day in Madrid and the month it is in: steps of letters, and money as our books have it (design.md#figures). */
export async function figuresOf(
  { db, clock, isLive }: { db: Db; clock: Clock; isLive: boolean },
  asked?: string,
): Promise<FiguresOfDay> {
  const day = asked ?? madridDay(clock.now())
  const [ofDay, ofMonth] = await Promise.all([
    figuresOver(db, day, { unit: 'day', isLive }),
    figuresOver(db, day, { unit: 'month', isLive }),
  ])
  return { day, ofDay, ofMonth }
}

/**
 * What a bank claims or has taken back counts with the day its payment was taken on; a refund with its own. A letter that
 * was paid while it waited for a person counts as paid on the day it was first sent on; its money, on the day it came.
 */
async function figuresOver(
  db: Db,
  day: string,
  { unit, isLive }: { unit: 'day' | 'month'; isLive: boolean },
): Promise<Figures> {
  const first = sql`date_trunc(${unit}, ${day}::date)`
  const from = sql`(${first}::timestamp at time zone 'Europe/Madrid')`
  const until = sql`((${first} + ${`1 ${unit}`}::interval)::timestamp at time zone 'Europe/Madrid')`
  // Where money is real, it counts when the provider has said so; nowhere else is there money of two kinds. A letter
  // counts unless test cards paid for it.
  const ofOurs = isLive ? sql`payment.livemode is true` : sql`true`
  const ofTest = isLive ? sql`payment.livemode is false` : sql`false`
  const { rows } = await sql<Omit<Figures, 'net'>>`
    select * from (
      select count(*) filter (where step = 'pay' or (step = 'resume' and not exists (
          select 1 from letter_step before where before.letter_id = letter_step.letter_id
            and before.seq < letter_step.seq and before.step in ('pay', 'resume'))))::int as paid,
        count(*) filter (where step = 'post')::int as posted,
        count(*) filter (where step = 'return')::int as returned,
        count(*) filter (where step = 'cancel' and from_state <> 'frozen')::int as cancelled
      from letter_step where at >= ${from} and at < ${until}
        and not exists (select 1 from payment where payment.letter_id = letter_step.letter_id and ${ofTest})) steps,
    (select coalesce(sum(received_cents), 0)::int as taken,
        coalesce(sum(received_cents - refunded_cents) filter (where dispute in ('open', 'lost')), 0)::int as disputed
      from payment where received_cents > 0 and ${ofOurs}
        and coalesce(paid_at, created_at) >= ${from} and coalesce(paid_at, created_at) < ${until}) payments,
    (select coalesce(sum(cents), 0)::int as "givenBack"
      from card_refund join payment on payment.id = payment_id where ${ofOurs} and card_refund.state in ('pending', 'succeeded') and made_at >= ${from} and made_at < ${until}) refunds`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('the figures have one row')
  return { ...found, net: found.taken - found.givenBack - found.disputed }
}
