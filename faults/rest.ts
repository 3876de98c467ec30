import { days, hours, minutes } from '../letter/duration.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { noTrouble } from './stand-in/trouble.ts'
import type { World } from './world.ts'

/** What has to be over: no one waits for anything, but the letters nobody paid. */
const unfinished = `select
  (select count(*) from job where done_at is null and dead_at is null)
  + (select count(*) from mail where sent_at is null and given_up_at is null)
  + (select count(*) from letter where state in ('paid', 'batched', 'printed')
      and not exists (select from concern where letter_id = letter.id and settled_at is null))
  + (select count(*) from payment where paid_at is not null
      and invoiced_cents is distinct from received_cents - refunded_cents)
  + (select count(*) from refund join payment on payment.id = payment_id where settled_at is null
      and not exists (select from concern where concern.letter_id = payment.letter_id and concern.settled_at is null)) as left`

/** Moves every time of the database's own by as much as the world's clock: leases and pauses end with it. */
async function letTimePass({ cluster, clock }: World, milliseconds: number) {
  clock.move(milliseconds)
  await cluster.query(
    'lacre',
    `update job set run_at = run_at - make_interval(secs => $1), lease_until = lease_until - make_interval(secs => $1)
     where done_at is null`,
    [milliseconds / 1000],
  )
}

/**
 * The faults are over: everything gets the time it needs. Hours pass in seconds, the house is started again so that its
 * slow chores run; then a week, so that what nobody paid expires. Gives the seconds that the quiet took.
 */
export async function comeToRest(world: World, { limitMs = 120_000 } = {}): Promise<number> {
  const { nodes, cards, mail, press } = world
  cards.tell({
    weather: { lost: 0, late: 0, again: 0, forged: 0 },
    trouble: noTrouble,
  })
  mail.tell({ down: false, refuse: 0, drop: 0 })
  if (world.pingen) world.pingen.talker.tell({ faults: {} })
  else press.tell({ out: false, kills: 0, everyMs: 200 })
  const began = performance.now()
  if (!world.cluster.isUp()) await world.cluster.start()
  const soon = () => performance.now() - began < limitMs

  async function restart() {
    await Promise.all(
      nodes.map(async (node) => {
        await node.kill('SIGTERM')
        await node.start()
        if (!node.isUp()) throw new Error(`the house does not start: ${node.output()}`)
      }),
    )
  }
  for (const step of [minutes(10), days(8)]) {
    await letTimePass(world, step)
    await restart()
    let wait = 30_000
    for (let quiet = 0; quiet < 3 && soon(); await pause(300)) {
      const [row] = await world.cluster.query<{ left: string }>('lacre', unfinished)
      const far = await press.ask('how-far')
      const post = await cards.ask('how-far')
      const isComing = 'waiting' in post && post.waiting > 0
      if (Number(row?.left) > 0 || isComing)
        await letTimePass(
          world,
          (wait = isComing ? Math.min(hours(12), wait * 2) : Math.min(hours(1), wait * 1.2)),
        )
      const isIdle =
        'idle' in far && (far.idle > 0 || world.pingen) && 'underWay' in post && post.underWay === 0
      quiet = Number(row?.left) === 0 && isIdle && !isComing ? quiet + 1 : 0
    }
  }
  return (performance.now() - began) / 1000
}
