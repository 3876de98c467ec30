type Query = <Row extends Record<string, unknown>>(sql: string, values: unknown[]) => Promise<Row[]>

/** $1: count unpaid letters. $2: today. $3: count refund jobs, which may wait for a bank. Letters with open issues do not count. */
const unfinished = `select
  (select count(*)::int from job where done_at is null and dead_at is null
      and (kind <> 'refund' or $3::boolean)) as jobs,
  (select count(*)::int from mail where sent_at is null and given_up_at is null) as mails,
  (select count(*)::int from letter where state in ('paid', 'batched', 'printed')
      and not exists (select from issue where letter_id = letter.id and settled_at is null)) as letters,
  (select count(*)::int from letter where state = 'frozen' and $1::boolean
      and not exists (select from issue where letter_id = letter.id and settled_at is null)) as unpaid,
  (select count(*)::int from payment join letter on letter.id = letter_id
      where payment.state = 'open' and letter.state in ('cancelled', 'expired')
      and not exists (select from issue where issue.letter_id = letter.id and issue.settled_at is null)) as payments,
  (select count(*)::int from payment where state = 'paid'
      and invoiced_cents is distinct from received_cents - refunded_cents) as invoices,
  (select count(*)::int from refund join payment on payment.id = payment_id where refund.state <> 'succeeded'
      and not exists (select from issue where issue.letter_id = payment.letter_id and issue.settled_at is null)) as refunds,
  (select count(*)::int from letter where state = 'paid' and post_on > $2) as "forLater"`
type Unfinished = Record<
  'jobs' | 'mails' | 'letters' | 'unpaid' | 'payments' | 'invoices' | 'refunds' | 'forLater',
  number
>

/** What the server still has to do, by kind. The sum is zero when it is idle. */
export async function countUnfinished(
  query: Query,
  { unpaid, today, refundJobs }: { unpaid: boolean; today: string; refundJobs: boolean },
) {
  const [counts] = await query<Unfinished>(unfinished, [unpaid, today, refundJobs])
  return { counts: counts!, sum: Object.values(counts!).reduce((sum, count) => sum + count) }
}

/** Moves the times that the database compares with its own clock. `leases`: those of dead workers, too. */
export async function moveDatabaseTimes(query: Query, milliseconds: number, { leases }: { leases: boolean }) {
  const seconds = milliseconds / 1000
  await query('update job set run_at = run_at - make_interval(secs => $1) where done_at is null', [seconds])
  if (!leases) return
  const earlier = 'set lease_until = lease_until - make_interval(secs => $1)'
  await query(`update job ${earlier} where done_at is null`, [seconds])
  await query(`update reconciliation ${earlier}`, [seconds])
}
