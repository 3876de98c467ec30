import { setTimeout as pause } from 'node:timers/promises'
import { check, sum, violationsOf, type Checked } from '../check/check.ts'
import { checkAlways } from '../check/always.ts'
import { emptiedDatabase } from '../nodes/emptied-database.ts'
import { openInProcess } from '../nodes/in-process.ts'
import { waitUntilIdle } from '../nodes/in-process-idle.ts'
import type { Fixtures } from '../layers/fixtures.ts'
import type { Seed } from '../seed.ts'
import { scheduleOutcomes, type OutcomeShares } from '../stand-in/card-outcomes.ts'
import type { Evidence } from '../check/evidence.ts'
import { anyAction, pay } from './actions.ts'
import { askIntent, freeze, freezeAlong, newSession, type Instance } from './session.ts'

/** More frequent than in practice: a few letters must meet all of it. */
const denseOutcomes: OutcomeShares = {
  slow: 0.15,
  otherSum: 0.08,
  test: 0.04,
  partOutside: 0.08,
  allOutside: 0.08,
  disputed: 0.15,
  forgotten: 0.02,
  refundPending: 0.5,
  refundFailed: 0.3,
  listedLate: 0.1,
  neverListed: 0.05,
}
const customers = 7
const actionsPerCustomer = 10
const paysAtOnce = 0.7
/** Shares of the customers who pay a letter together with others: mostly one to three, sometimes a dozen. */
const inAnOrder = 0.4
const inALargeOne = 0.04
/** The intercepting action may wait for a lock; after this time the first action goes on. */
const heldMs = 60
const mostStepsAhead = 14

export type Played = { checked: Checked; evidence: Evidence; met: number; deaths: number; actions: string[] }

/** Plays random actions of a few customers on one server, waits until idle and checks every rule. */
export async function playHistory(
  { cluster, template, typesetter }: Fixtures,
  seed: Seed,
  lane = 0,
): Promise<Played> {
  const database = await emptiedDatabase(cluster, template, lane)
  const server = await openInProcess(cluster, database, typesetter)
  const outcomes = scheduleOutcomes(seed.fork('outcomes'), server.clock.now, () => denseOutcomes)
  server.network.outcomes = outcomes
  const instance: Instance = { server, seed, outcomes, operator: await server.operator(), sessions: [] }
  const done: Played = { checked: {}, evidence: await server.evidence(), met: 0, deaths: 0, actions: [] }
  try {
    for (let left = customers; left > 0; left--) {
      const session = await newSession(instance)
      await quietly(() => freeze(session))
      for (let along = othersOf(seed); along > 0; along--) await quietly(() => freezeAlong(instance, session))
      await quietly(() => askIntent(instance, session))
      if (seed.is(paysAtOnce)) await quietly(() => pay(instance, session))
    }
    for (let left = customers * actionsPerCustomer; left > 0; left--) {
      await oneOrTwo(instance, done)
      if (seed.is(0.2)) done.checked = sum(done.checked, onlyBroken(checkAlways(await server.evidence())))
    }
    server.network.failureOf = () => undefined
    await waitUntilIdle(server)
    done.evidence = await server.evidence()
    done.checked = [done.checked, checkAlways(done.evidence), check(done.evidence)].reduce(sum)
    return done
  } finally {
    await server.close()
  }
}

const othersOf = (seed: Seed) => {
  if (!seed.is(inAnOrder)) return 0
  return seed.is(inALargeOne) ? 12 : 1 + seed.below(3)
}

/** Rules that hold are counted once, at the end. */
const onlyBroken = (checked: Checked): Checked => (violationsOf(checked).length ? checked : {})

/** Plays an action. During some a second action runs half-way; some meet a crash. */
async function oneOrTwo(instance: Instance, done: Played) {
  const { server, seed } = instance
  const [one, other] = [anyAction(instance), anyAction(instance)]
  done.actions.push(one.name)
  const chance = seed.next()
  if (chance < 0.08) {
    server.failpoints.crashAt(1 + seed.below(mostStepsAhead), seed.pick(['before', 'after'] as const))
    await quietly(one.go)
    server.failpoints.disarm()
    if (!server.failpoints.isDead()) return
    server.failpoints.revive()
    done.deaths++
    return
  }
  if (chance > 0.45) return quietly(one.go)
  let stepsAhead = seed.below(mostStepsAhead)
  let meanwhile: Promise<unknown> | undefined
  server.failpoints.interceptor = async (_step, side) => {
    if (side !== 'after' || stepsAhead-- > 0) return
    server.failpoints.interceptor = undefined
    done.met++
    meanwhile = quietly(other.go)
    await Promise.race([meanwhile, pause(heldMs)])
  }
  await quietly(one.go)
  server.failpoints.interceptor = undefined
  await meanwhile
}

/** An action may fail; the rules check the result. */
async function quietly(work: () => Promise<unknown>) {
  try {
    await work()
  } catch {
    // Refused, or crashed.
  }
}
