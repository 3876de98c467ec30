import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { shown, type StoredLetter } from './books.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'

export type Webhook = { url: string; key: string }

/** As they try again after 1, 5, 10 minutes, 1, 2 and 4 hours, in short. */
const defaultRetries = [50, 200, 500, 1000, 2000, 4000]

export const signed = (body: string, key: string) => createHmac('sha256', key).update(body).digest('hex')

/** The message as it goes over the wire. */
export function eventBody(
  organisation: string,
  letter: StoredLetter,
  kind: string,
  reason: string,
  at: Date,
) {
  const id = randomUUID()
  const eventId = randomUUID()
  const relation = (type: string, id: string) => ({ data: { type, id } })
  const body = JSON.stringify({
    data: {
      type: `webhook_${kind}`,
      id,
      attributes: { reason, url: 'https://receiver', created_at: at.toISOString() },
      relationships: {
        organisation: relation('organisations', organisation),
        letter: relation('letters', letter.id),
        event: relation('letters_events', eventId),
      },
    },
    included: [
      shown(letter),
      {
        type: 'letters_events',
        id: eventId,
        attributes: { code: reason, name: reason, producer: 'Pingen', emitted_at: at.toISOString() },
      },
    ],
  })
  return { id, body }
}

/** `webhook` may be set later: where it listens is known only when the house has started. */
type Teller = {
  webhook: Webhook | undefined
  organisation: string
  ledger: Ledger
  now: () => Date
  retriesMs?: number[]
  lateMs?: number
}

/** Posts what happens, signed, again until it is answered with 2xx, and as badly as `faults` want. */
export function createTell(teller: Teller, faults: Faults) {
  const { organisation, ledger, now, retriesMs = defaultRetries, lateMs = 3000 } = teller
  const posting = new Set<Promise<void>>()
  const closing = new AbortController()

  async function post(url: string, body: string, signature: string): Promise<number | 'nothing'> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', signature },
        body,
        signal: AbortSignal.timeout(10_000),
      })
      return answer.status
    } catch {
      return 'nothing'
    }
  }

  async function deliver(letter: StoredLetter, kind: string, reason: string) {
    const { webhook } = teller
    if (!webhook) return
    const { url } = webhook
    const fault = faults.event?.(kind)
    const { id, body } = eventBody(organisation, letter, kind, reason, now())
    const write = (answered: number | 'nothing') =>
      ledger.write(
        { did: 'told', letter: letter.id, reference: letter.reference, event: kind, eventId: id, answered },
        now(),
      )
    if (fault === 'lost') return write('nothing')
    if (fault === 'forged') return write(await post(url, body, signed(body, 'another key')))
    if (fault === 'late') await pause(lateMs, undefined, { signal: closing.signal }).catch(() => {})
    const signature = signed(body, webhook.key)
    if (fault === 'twice-at-once') void post(url, body, signature)
    for (const wait of [0, ...retriesMs]) {
      await pause(wait, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      const answered = await post(url, body, signature)
      write(answered)
      if (answered === 'nothing' || answered > 299) continue
      if (fault === 'twice') write(await post(url, body, signature))
      return
    }
  }

  return {
    tell(letter: StoredLetter, kind: string, reason: string) {
      const one: Promise<void> = deliver({ ...letter }, kind, reason).finally(() => posting.delete(one))
      posting.add(one)
    },
    /** Everything begun has been told, or given up. */
    async settled() {
      while (posting.size) await Promise.all(posting)
    },
    async close() {
      closing.abort()
      await Promise.all(posting)
    },
  }
}
