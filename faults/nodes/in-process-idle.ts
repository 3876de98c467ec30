import { days, hours, madridDay, minutes } from '@lacre/letter/days.ts'
import { countUnfinished, moveDatabaseTimes } from '../idle.ts'
import { Crash } from './failpoints.ts'
import type { InProcess } from './in-process.ts'

/** Moves the clock and the database's times, and runs the outcomes that are due. */
export async function pass(server: InProcess, milliseconds: number) {
  server.clock.pass(milliseconds)
  server.network.outcomes?.runDue()
  await moveDatabaseTimes(server.query, milliseconds, { leases: true })
}

/** `beside`: milliseconds after the instant, or before it when negative. */
export const passTo = (server: InProcess, instant: string, beside = 0) =>
  pass(server, Date.parse(instant) - server.clock.now() + beside)

/** A failed chore is retried by its loop. A crash belongs to the caller. */
async function quietly(work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (error instanceof Crash) throw error
  }
}

/** Delivers again every event that has no 2xx yet. */
async function redeliver(server: InProcess) {
  for (const event of server.events.slice()) {
    const status = await server.deliver(event, 'repeated')
    if (status >= 200 && status < 300) server.events.splice(server.events.indexOf(event), 1)
  }
}

const chores = ['reconcile', 'expire-unpaid', 'refunds', 'invoices', 'mail-to-people', 'mail-of-letters']

/** Runs each background chore and each step of the print room once. */
export async function round(server: InProcess) {
  await redeliver(server)
  for (const chore of chores) await quietly(() => server.chore(chore))
  await quietly(() => server.closeBatch())
  await server.print()
  for (const name of server.unposted()) await quietly(() => server.post(name))
}

const rounds = 10
const roundsWithOutcomes = 40
/** In minutes. */
const firstPauses = [11, 11]

/** Milliseconds until the letters for a later day have left. */
async function untilLastDay({ query, clock }: InProcess): Promise<number> {
  const [row] = await query<{ last: string | null }>(
    "select max(post_on) as last from letter where state = 'paid'",
  )
  return row?.last ? Date.parse(row.last) + days(6) - clock.now() : 0
}

/** Passes minutes at first, then a week so that unpaid letters expire, until no work is left. */
export async function waitUntilIdle(server: InProcess) {
  server.failpoints.disarm()
  const isComing = () => (server.network.outcomes?.waiting() ?? 0) > 0
  for (let turn = 0; turn < (isComing() ? roundsWithOutcomes : rounds); turn++) {
    const pause = isComing() && turn > firstPauses.length ? hours(18) : minutes(firstPauses[turn] ?? 60)
    const long = turn === firstPauses.length ? days(8) : pause
    await pass(server, turn < firstPauses.length ? long : Math.max(long, await untilLastDay(server)))
    await round(server)
    const today = madridDay(new Date(server.clock.now()))
    const { sum } = await countUnfinished(server.query, { unpaid: true, today, refundJobs: true })
    if (sum === 0 && server.events.length === 0 && !isComing()) return
  }
}
