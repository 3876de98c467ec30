import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { World } from '../world.ts'
import { asAdmin } from './test-database.ts'

type Backend = { pid: number; xact_start: Date }

/** Transactions of a database that do nothing just now: something else is waited for. */
const idleIn = async (database: string): Promise<Backend[]> =>
  (
    await asAdmin<Backend>(
      `select pid, xact_start from pg_stat_activity where datname = '${database}' and state like 'idle in transaction%'`,
    )
  ).rows

/** A transaction beside the call ends in this time by itself; one that waits for the call does not. */
const heldForMs = [10, 40, 150, 300]

/**
 * Holds each call to the outside until every transaction that was open at its start has ended, and fails the test when
 * one has not (design/trust.md#no-call-in-a-transaction).
 */
export function watchCalls(database: string): (call: string) => Promise<void> {
  const broken: string[] = []
  onTestFinished(() => expect(broken, 'calls to the outside while a transaction was open').toEqual([]))
  return async (call) => {
    let open = await idleIn(database)
    for (const ms of heldForMs) {
      if (open.length === 0) return
      await pause(ms)
      const still = await idleIn(database)
      open = open.filter(({ pid, xact_start }) =>
        still.some((one) => one.pid === pid && one.xact_start.getTime() === xact_start.getTime()),
      )
    }
    if (open.length > 0) broken.push(call)
  }
}

type Call<Given extends unknown[], Answer> = (...given: Given) => Promise<Answer>

/** The world with every call to the outside watched; cards are watched where their requests leave. */
export function watchedWorld<Whole extends World>(
  world: Whole,
  watch: (call: string) => Promise<void>,
): Whole {
  const watched =
    <Given extends unknown[], Answer>(name: string, call: Call<Given, Answer>): Call<Given, Answer> =>
    async (...given) => {
      await watch(name)
      return call(...given)
    }
  const { captcha, social, mailCarrier, fetchPicture, sendAlarm, typesetter, passwords } = world
  return {
    ...world,
    captcha: { ...captcha, verify: watched('captcha', captcha.verify) },
    social: social && { identify: watched('social sign-in', social.identify) },
    mailCarrier: { carry: watched('mail', mailCarrier.carry) },
    fetchPicture: watched('picture', fetchPicture),
    sendAlarm: sendAlarm && watched('alarm', sendAlarm),
    typesetter: { ...typesetter, prepare: watched('typesetter', typesetter.prepare) },
    passwords: {
      hash: watched('password', passwords.hash),
      inTurn: (ip, work) => passwords.inTurn(ip, (matches) => work(watched('password', matches))),
    },
  }
}
