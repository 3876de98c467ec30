import type { Tx } from '../database/tables.ts'
import type { Random } from '../outside/random.ts'
import type { Clock } from '../outside/clock.ts'

/**
 * What each message is made of, as text. Never a letter's words or addresses (design.md#letters-are-secret): the outbox
 * is not sealed. `total` and `refunded` are cents, `lines` the price lines as JSON, `paidAt` and `cancelUntil` ISO
 * instants, `arrival` a day (`2026-11-26`), `hash` the short one of the receipt.
 */
export type MailData = {
  verification: { link: string }
  'password-reset': { link: string }
  receipt: {
    letterId: string
    hash: string
    pages: string
    sheets: string
    total: string
    lines: string
    paidAt: string
    cancelUntil?: string
  }
  posted: { letterId: string; arrival: string }
  /** `money`: why nothing goes back now, where something was paid. */
  cancelled: { letterId: string; refunded: string; money?: 'disputed' | 'returned-before' }
  returned: { letterId: string; reason: string }
}
export type MailKind = keyof MailData

/** `key` is unique within its kind: the letter's id, or for account mails the hash of the link. */
export type Mail = { [K in MailKind]: { kind: K; key: string; to: string; data: MailData[K] } }[MailKind]

/**
 * Puts a message in the outbox, in the transaction that makes it true. The same (kind, key) again does nothing, and so
 * does one to nobody: an account that was erased has no address.
 */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<void>

export const createQueueMail =
  ({ clock, random }: { clock: Clock; random: Random }): QueueMail =>
  async (tx, { kind, key, to, data }) => {
    if (!to) return
    const now = clock.now()
    await tx
      .insertInto('mail')
      .values({
        id: random.uuid(),
        kind,
        key,
        recipient: to,
        data: JSON.stringify(data),
        next_at: now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .execute()
  }
