import { earlier } from '@lacre/letter/days.ts'
import { recipientKeptFor } from '@lacre/letter/kept-for.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { World } from '../world.ts'
import { forgetSandboxMail } from '../sandbox/mail.ts'

/** When, as an ISO instant, and in which browser (`Firefox en Windows`) somebody asked for it. */
type Asked = { browser: string; askedAt: string }

/** `others`: the other letters of its order that took the same step with it, as JSON. */
type OfSeveral = { letterId: string; others?: string }

/**
 * What each message is made of, as text. Never a letter's words or addresses (design/privacy.md#letters-are-secret): the outbox
 * is not sealed. `total` and `refunded` are cents, `lines` the price lines as JSON, `paidAt` and `cancelUntil` ISO
 * instants, `arrival` a day (`2026-11-26`), `hash` the short one of the receipt.
 */
export type MailData = {
  verification: Asked & { link: string }
  'password-reset': Asked & { link: string }
  'password-changed': Asked
  'password-ended': Asked
  /** When an hour had seen ten of them. */
  'password-guesses': { at: string }
  /** To whoever runs the site; `runbook` is an anchor of docs/operating.md. */
  alarm: { news: 'began' | 'continues' | 'over'; since: string; says: string; runbook: string }
  'sign-in-code': Asked & { code: string }
  receipt: {
    letterId: string
    hash: string
    pages: string
    sheets: string
    /** The day after that of the payment that was chosen for it. */
    postOn?: string
    /** The other letters of its order, as JSON: what is above, of each. */
    others?: string
    total: string
    lines: string
    paidAt: string
    /** Of several letters, of the first that leaves. */
    cancelUntil?: string
    /** As they were set when it was paid, where any were. */
    closedDays?: string
  }
  posted: OfSeveral & { arrival: string }
  /** `refunded`: of them all. `money`: why nothing goes back now, where something was paid. */
  cancelled: OfSeveral & { refunded: string; money?: 'disputed' | 'lost' | 'returned-before' }
  /** All that was paid goes back, and the letter goes its way. */
  refunded: { letterId: string; refunded: string }
  /** What was taken beside what pays for the letter goes back, or stayed with us when a bank had decided. */
  'given-back': { letterId: string; refunded: string }
  returned: { letterId: string; reason: string }
}
export type MailKind = keyof MailData

/** Account mails are urgent; mails about letters are not. */
export type Outbox = 'letters' | 'people'
const outboxes = {
  verification: 'people',
  'password-reset': 'people',
  'password-changed': 'people',
  'password-ended': 'people',
  'password-guesses': 'people',
  alarm: 'people',
  'sign-in-code': 'people',
  receipt: 'letters',
  posted: 'letters',
  cancelled: 'letters',
  refunded: 'letters',
  'given-back': 'letters',
  returned: 'letters',
} as const satisfies Record<MailKind, Outbox>
export const kindsIn = (outbox: Outbox): MailKind[] =>
  keysOf(outboxes).filter((kind) => outboxes[kind] === outbox)

/** What is about a letter goes to its sender. Else `key` is unique within its kind. */
export type Mail = {
  [K in MailKind]: { kind: K; data: MailData[K] } & (MailData[K] extends { letterId: string }
    ? unknown
    : { key: string; to: string })
}[MailKind]

/**
 * Puts a message in the outbox, in the transaction that makes it true. The same (kind, key) again does nothing, and so
 * does one to nobody: an account that was erased has no address. A letter has one message of each kind, and one about
 * several is kept under the first of them.
 */
export async function queueMail(
  { clock, random }: Pick<World, 'clock' | 'random'>,
  tx: Tx,
  mail: Mail,
): Promise<void> {
  const key = 'key' in mail ? mail.key : mail.data.letterId
  const recipient = 'to' in mail ? mail.to : await senderOf(tx, mail.data.letterId)
  if (!recipient) return
  const now = clock.now()
  const data = JSON.stringify(mail.data)
  await tx
    .insertInto('mail')
    .values({ id: random.uuid(), kind: mail.kind, key, recipient, data, next_at: now, created_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .execute()
}

async function senderOf(tx: Tx, letterId: string): Promise<string> {
  const { email } = await tx
    .selectFrom('account')
    .innerJoin('letter', 'letter.account_id', 'account.id')
    .select('account.email')
    .where('letter.id', '=', letterId)
    .executeTakeFirstOrThrow()
  return email
}

/** After a restore most of what waits has gone since the backup; its data stays, so that a person can send it. */
export async function holdMail(tx: Tx, now: Date): Promise<number> {
  const held = await tx
    .updateTable('mail')
    .set({ given_up_at: now, error: 'RESTORED' })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return Number(held.numUpdatedRows)
}

/** Whose messages: all to the address, or only those about these letters and links when others share it. */
type Forgotten = { email: string; only?: string[] | undefined }

/** They say that money comes back. */
const ofMoney: MailKind[] = ['cancelled', 'refunded', 'given-back']

/** What has gone forgets to whom; what has not is dropped, except that money comes back. */
export async function forgetRecipient(tx: Tx, { email, only }: Forgotten): Promise<void> {
  if (!email || only?.length === 0) return
  await tx
    .deleteFrom('mail')
    .where('recipient', '=', email)
    .where('sent_at', 'is', null)
    .where('kind', 'not in', ofMoney)
    .$if(!!only, (query) => query.where('key', 'in', only!))
    .execute()
  await forgetEnded(tx)
    .where('recipient', '=', email)
    .$if(!!only, (query) => query.where('key', 'in', only!))
    .execute()
  if (!only) await forgetSandboxMail(tx, email)
}

/**
 * What went thirty days ago, or was given up then, and of an erased account the message that money comes back, once it has
 * gone. The key stays, so that nothing is sent twice. @returns how many were forgotten
 */
export async function forgetRecipients({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const forgotten = await forgetEnded(db)
    .where('recipient', '!=', '')
    .where((eb) =>
      eb.or([
        eb(eb.fn.coalesce('sent_at', 'given_up_at'), '<=', earlier(clock.now(), recipientKeptFor)),
        eb('kind', 'in', ofMoney).and('key', 'in', lettersOfErased(db)),
      ]),
    )
    .executeTakeFirst()
  return Number(forgotten.numUpdatedRows)
}

/** Messages that went or were given up forget to whom, and what was in them. */
const forgetEnded = (db: Db | Tx) =>
  db
    .updateTable('mail')
    .set({ recipient: '', data: JSON.stringify({}) })
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('given_up_at', 'is not', null)]))

const lettersOfErased = (db: Db) =>
  db
    .selectFrom('letter')
    .innerJoin('account', 'account.id', 'letter.account_id')
    .where('account.email', '=', '')
    .select(sql<string>`letter.id::text`.as('key'))
