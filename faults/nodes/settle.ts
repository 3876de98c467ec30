import { days, hours, minutes } from '@lacre/letter/days.ts'
import { Crash } from './failpoints.ts'
import type { InProcess } from './in-process.ts'

/** The world's clock and the database's own times go on together. */
export async function pass(server: InProcess, milliseconds: number) {
  server.clock.pass(milliseconds)
  server.network.outcomes?.runDue()
  await server.query(
    `update job set run_at = run_at - make_interval(secs => $1), lease_until = lease_until - make_interval(secs => $1)
     where done_at is null`,
    [milliseconds / 1000],
  )
  await server.query('update reconciliation set lease_until = lease_until - make_interval(secs => $1)', [
    milliseconds / 1000,
  ])
}

/** `beside`: milliseconds after it, or before. */
export const passTo = (server: InProcess, instant: string, beside = 0) =>
  pass(server, Date.parse(instant) - server.clock.now() + beside)

/** A chore that fails is tried again by its loop: nothing else happens. A crash is somebody else's to see. */
async function quietly(work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof Crash) throw error
  }
}

/** Everything that is not yet answered with 2xx is told again. */
async function redeliver(server: InProcess) {
  for (const event of server.events.slice()) {
    const status = await server.deliver(event, 'repeated')
    if (status >= 200 && status < 300) server.events.splice(server.events.indexOf(event), 1)
  }
}

/** One round of everything that runs by itself, and of the operator. */
export async function round(server: InProcess) {
  await redeliver(server)
  for (const chore of [
    'reconcile',
    'expire-unpaid',
    'refunds',
    'invoices',
    'mail-to-people',
    'mail-of-letters',
  ])
    await quietly(() => server.chore(chore))
  await quietly(() => server.closeBatch())
  await server.print()
  for (const name of server.unposted()) await quietly(() => server.post(name))
}

const unfinished = `select
  (select count(*) from job where done_at is null and dead_at is null)
  + (select count(*) from mail where sent_at is null and given_up_at is null)
  + (select count(*) from letter where state in ('frozen', 'paid', 'batched', 'printed')
      and not exists (select from issue where letter_id = letter.id and settled_at is null))
  + (select count(*) from payment where state = 'paid'
      and invoiced_cents is distinct from received_cents - refunded_cents)
  + (select count(*) from payment join letter on letter.id = letter_id
      where payment.state = 'open' and letter.state in ('cancelled', 'expired'))
  + (select count(*) from refund join payment on payment.id = payment_id where refund.state <> 'succeeded'
      and not exists (select from issue where issue.letter_id = payment.letter_id and issue.settled_at is null)) as left`

const rounds = 10
const roundsWithOutcomes = 40
/** In minutes. */
const firstPauses = [11, 11]

/** Until what waits for a day, or for the next working day after it, has left. */
async function untilLastDay({ query, clock }: InProcess): Promise<number> {
  const [row] = await query<{ last: string | null }>(
    "select max(post_on) as last from letter where state = 'paid'",
  )
  return row?.last ? Date.parse(row.last) + days(6) - clock.now() : 0
}

/** Gives everything its time: minutes at first, then a week, so that what nobody paid expires. */
export async function settle(server: InProcess) {
  server.failpoints.disarm()
  const isComing = () => (server.network.outcomes?.waiting() ?? 0) > 0
  for (let turn = 0; turn < (isComing() ? roundsWithOutcomes : rounds); turn++) {
    const pause = isComing() && turn > firstPauses.length ? hours(18) : minutes(firstPauses[turn] ?? 60)
    const long = turn === firstPauses.length ? days(8) : pause
    await pass(server, turn < firstPauses.length ? long : Math.max(long, await untilLastDay(server)))
    await round(server)
    const [row] = await server.query<{ left: string }>(unfinished)
    if (Number(row?.left) === 0 && server.events.length === 0 && !isComing()) return
  }
}
