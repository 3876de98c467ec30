import { madridDay, days, hours, minutes } from '@lacre/letter/days.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { countUnfinished, moveDatabaseTimes } from './idle.ts'
import { noCallFailures } from './stand-in/call-failures.ts'
import { noDeliveryFaults } from './stand-in/webhook-sender.ts'
import type { World } from './world.ts'

const runningJobs = `select count(*)::int as jobs from job where done_at is null and lease_until > now()`

/**
 * Ends all faults and waits until no work is left. Hours pass in seconds. The servers restart so that their slow chores
 * run; then eight days pass, so that unpaid letters expire.
 * @param limitMs how long the backlog may stay without shrinking
 * @returns the seconds that it took
 */
export async function waitUntilIdle(world: World, { limitMs = 120_000 } = {}): Promise<number> {
  const { nodes, cards, mail, press, cluster, clock } = world
  cards.send({ deliveryFaults: noDeliveryFaults, callFailures: noCallFailures })
  mail.send({ down: false, refuse: 0, drop: 0 })
  press.send({ out: false, kills: 0, everyMs: 200 })
  const began = performance.now()
  if (!cluster.isUp()) await cluster.start()
  const query = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    cluster.query<Row>('lacre', sql, values)

  async function pass(milliseconds: number, leases = false) {
    clock.move(milliseconds)
    await moveDatabaseTimes(query, milliseconds, { leases })
  }

  /**
   * Waits for running jobs. Days must not pass between a job's look at the provider and its refund call: the provider
   * would have forgotten the idempotency key, and money could go back twice.
   */
  async function waitForJobs() {
    for (let turns = 50; turns > 0; turns--) {
      const [row] = await query<{ jobs: number }>(runningJobs)
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
    // All nodes restart, so every lease belongs to a dead worker.
    await pass(step, true)
    await restart()
    let [since, least] = [performance.now(), Infinity]
    let wait = 30_000
    let isRestarted = false
    let printedLetters = 0
    for (let idleRounds = 0; idleRounds < 3; await pause(300)) {
      const today = madridDay(new Date(clock.now()))
      const { counts, sum } = await countUnfinished(query, {
        unpaid: step > minutes(10),
        today,
        refundJobs: false,
      })
      if (sum < least) [since, least] = [performance.now(), sum]
      const [printer, provider] = [await press.ask('progress'), await cards.ask('progress')]
      // A batch changes no state before its last letter is printed.
      if ('letters' in printer && printer.letters > printedLetters)
        [since, printedLetters] = [performance.now(), printer.letters]
      if (!isRestarted && performance.now() - since > limitMs / 4) {
        // The rest may wait for a slow chore that raises an issue. A restart runs it at once.
        isRestarted = true
        await restart()
      }
      if (performance.now() - since > limitMs) {
        // The rules are then checked on a server that still works.
        const left = JSON.stringify({ ...counts, printer, provider })
        console.log(`  NOT IDLE, backlog unchanged for ${limitMs / 1000} s: ${left}`)
        break
      }
      // A bank takes hours, a letter for a later day waits for days.
      const isComing = ('waiting' in provider && provider.waiting > 0) || counts.forLater > 0
      if (sum > 0 || isComing) {
        await waitForJobs()
        wait = isComing ? Math.min(hours(12), wait * 2) : Math.min(hours(1), wait * 1.2)
        await pass(wait)
      }
      const isIdle =
        'idle' in printer && printer.idle > 0 && 'underWay' in provider && provider.underWay === 0
      idleRounds = sum === 0 && isIdle && !isComing ? idleRounds + 1 : 0
    }
  }
  return (performance.now() - began) / 1000
}
