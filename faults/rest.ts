import { madridDay, days, hours, minutes } from '@lacre/letter/days.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { noDeliveryFaults } from './stand-in/webhook-sender.ts'
import { noCallFailures } from './stand-in/call-failures.ts'
import type { World } from './world.ts'

/** What has to be over: no one waits for anything, but the letters nobody paid ($1: not any more). $2: today. */
const unfinished = `select
  (select count(*)::int from job where done_at is null and dead_at is null and kind not in ('remove-object', 'refund')) as jobs,
  (select count(*)::int from mail where sent_at is null and given_up_at is null) as mails,
  (select count(*)::int from letter where state in ('paid', 'batched', 'printed')
      and not exists (select from issue where letter_id = letter.id and settled_at is null)) as letters,
  (select count(*)::int from letter where state = 'frozen' and $1::boolean
      and not exists (select from issue where letter_id = letter.id and settled_at is null)) as unpaid,
  (select count(*)::int from payment where state = 'paid'
      and invoiced_cents is distinct from received_cents - refunded_cents) as invoices,
  (select count(*)::int from refund join payment on payment.id = payment_id where refund.state <> 'succeeded'
      and not exists (select from issue where issue.letter_id = payment.letter_id and issue.settled_at is null)) as refunds,
  (select count(*)::int from letter where state = 'paid' and post_on > $2) as "forLater"`
/** Work that somebody is at, who is alive: all were started anew. */
const held = `select count(*)::int as jobs from job where done_at is null and lease_until > now()`
type Unfinished = Record<
  'jobs' | 'mails' | 'letters' | 'unpaid' | 'invoices' | 'refunds' | 'forLater',
  number
>

/** Moves the database's own times by as much as the world's clock: pauses end with it, and the leases of the dead. */
async function letTimePass({ cluster, clock }: World, milliseconds: number, dead: 'dead' | 'none' = 'none') {
  clock.move(milliseconds)
  await cluster.query(
    'lacre',
    `update job set run_at = run_at - make_interval(secs => $1),
       lease_until = lease_until - make_interval(secs => case when $2 = 'dead' then $1 else 0 end)
     where done_at is null`,
    [milliseconds / 1000, dead],
  )
  if (dead === 'dead')
    await cluster.query(
      'lacre',
      'update reconciliation set lease_until = lease_until - make_interval(secs => $1)',
      [milliseconds / 1000],
    )
}

/**
 * The faults are over: everything gets the time it needs. Hours pass in seconds, the server is started again so that its
 * slow chores run; then a week, so that what nobody paid expires. Gives the seconds that the quiet took; `limitMs` is
 * how long nothing may become less.
 */
export async function comeToRest(world: World, { limitMs = 120_000 } = {}): Promise<number> {
  const { nodes, cards, mail, press } = world
  cards.send({
    deliveryFaults: noDeliveryFaults,
    callFailures: noCallFailures,
  })
  mail.send({ down: false, refuse: 0, drop: 0 })
  press.send({ out: false, kills: 0, everyMs: 200 })
  const began = performance.now()
  if (!world.cluster.isUp()) await world.cluster.start()
  async function left(isLast: boolean): Promise<Unfinished> {
    const today = madridDay(new Date(world.clock.now()))
    const [row] = await world.cluster.query<Unfinished>('lacre', unfinished, [isLast, today])
    return row!
  }

  /**
   * Days must not pass between a look at the provider and the call that follows: its memory for keys ends with them, and of
   * an order there is money left to give back twice. So it waits until nobody is at work, as long as somebody may be.
   */
  async function untilNobodyWorks() {
    for (let turns = 50; turns > 0; turns--) {
      const [row] = await world.cluster.query<{ jobs: number }>('lacre', held)
      if (row?.jobs === 0) return
      await pause(100)
    }
  }

  async function restart() {
    await Promise.all(
      nodes.map(async (node) => {
        await node.kill('SIGTERM')
        await node.start()
        if (!node.isUp()) throw new Error(`the server does not start: ${node.output()}`)
      }),
    )
  }
  for (const step of [minutes(10), days(8)]) {
    await letTimePass(world, step, 'dead')
    await restart()
    let [since, least] = [performance.now(), Infinity]
    let wait = 30_000
    let isStartedAgain = false
    for (let quiet = 0; quiet < 3; await pause(300)) {
      const found = await left(step > minutes(10))
      const unfinished = Object.values(found).reduce((sum, count) => sum + count)
      if (unfinished < least) [since, least] = [performance.now(), unfinished]
      if (!isStartedAgain && performance.now() - since > limitMs / 4) {
        // What is left may wait for a slow chore that calls a person: it runs every few minutes of real time.
        isStartedAgain = true
        await restart()
      }
      if (performance.now() - since > limitMs) {
        // What the rules say then is of a server that is still at work.
        console.log(`  NOT AT REST, nothing less for ${limitMs / 1000} s: ${JSON.stringify(found)}`)
        break
      }
      const far = await press.ask('progress')
      const post = await cards.ask('progress')
      // Hours of a bank, or days until a letter leaves.
      const isComing = ('waiting' in post && post.waiting > 0) || found.forLater > 0
      if (unfinished > 0 || isComing) {
        await untilNobodyWorks()
        wait = isComing ? Math.min(hours(12), wait * 2) : Math.min(hours(1), wait * 1.2)
        await letTimePass(world, wait)
      }
      const isIdle = 'idle' in far && far.idle > 0 && 'underWay' in post && post.underWay === 0
      quiet = unfinished === 0 && isIdle && !isComing ? quiet + 1 : 0
    }
  }
  return (performance.now() - began) / 1000
}
