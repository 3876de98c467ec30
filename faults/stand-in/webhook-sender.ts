import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '../ledger.ts'
import type { Seed } from '../seed.ts'
import type { CardEntry, CardEvent, Delivery } from './card-entries.ts'

/** Delivers one signed event to the server; returns the status, 0 without an answer. */
export type Post = (body: string, signature: string) => Promise<number>

/** The provider's signature, written from its documentation and not with the server's SDK. */
export function signed(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Shares of the events, from 0 to 1. Half of the duplicates come in parallel. */
export type DeliveryFaults = { lost: number; late: number; again: number; forged: number }
export const someDeliveryFaults: DeliveryFaults = { lost: 0.05, late: 0.3, again: 0.2, forged: 0.02 }
export const noDeliveryFaults: DeliveryFaults = { lost: 0, late: 0, again: 0, forged: 0 }

const tries = 14
const firstPauseMs = 250
const longestPauseMs = 8000

type Deps = {
  ledger: Ledger<CardEntry>
  seed: Seed
  secret: string
  now: () => number
  post: Post
  deliveryFaults: () => DeliveryFaults
}

/**
 * Delivers events as badly as a provider may: twice, in parallel, late and so out of order, or never; some are forged.
 * An event without a 2xx is retried at growing intervals.
 */
export function createWebhookSender({ ledger, seed, secret, now, post, deliveryFaults }: Deps) {
  let underWay = 0

  async function deliver({ id, type, intent, body }: CardEvent, how: Delivery): Promise<boolean> {
    const withKey = how === 'forged' ? `${secret}x` : secret
    const status = await post(body, signed(body, withKey, now())).catch(() => 0)
    ledger.add({ did: 'deliver', event: id, type, intent, how, status, at: now() })
    return status >= 200 && status < 300
  }

  async function untilHeard(event: CardEvent, how: Delivery, delayMs: number) {
    await pause(delayMs)
    for (let pauseMs = firstPauseMs, left = tries; !(await deliver(event, how)) && --left;) {
      await pause(pauseMs)
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
      how = 'repeated'
    }
  }

  function carry(event: CardEvent, how: Delivery, delayMs: number) {
    underWay++
    void (how === 'forged' ? deliver(event, how) : untilHeard(event, how, delayMs)).finally(() => underWay--)
  }

  return {
    underWay: () => underWay,
    take(event: CardEvent) {
      const faults = deliveryFaults()
      if (seed.is(faults.forged)) carry({ ...event, id: `${event.id}_forged` }, 'forged', 0)
      if (seed.is(faults.lost))
        return ledger.add({ did: 'lose', event: event.id, type: event.type, intent: event.intent, at: now() })
      const late = seed.is(faults.late)
      const delayMs = late ? 300 + seed.below(5000) : seed.below(20)
      carry(event, late ? 'late' : 'at-once', delayMs)
      if (!seed.is(faults.again)) return undefined
      const inParallel = seed.is(0.5)
      return carry(event, inParallel ? 'in-parallel' : 'again', delayMs + (inParallel ? 0 : seed.below(3000)))
    },
  }
}
