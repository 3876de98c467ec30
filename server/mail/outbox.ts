import { earlier } from '@lacre/letter/days.ts'
import { recipientKeptFor } from '@lacre/letter/kept-for.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { World } from '../world.ts'
import { forgetSandboxMail } from '../sandbox/mail.ts'

/** `askedAt`: an ISO instant. `browser`: `Firefox en Windows`. */
type Asked = { browser: string; askedAt: string }

/** `others`: the order's other letters with the same step, as JSON. */
type OfSeveral = { letterId: string; others?: string }

/**
 * The data of each kind, as text. Never a letter's words or addresses (design/privacy.md#letters-are-secret): the
 * outbox is not sealed. `total` and `refunded` are cents, `lines` the price lines as JSON, `paidAt` and `cancelUntil`
 * ISO instants, `arrival` a day (`2026-11-26`), `hash` the receipt's short one.
 */
export type MailData = {
  verification: Asked & { link: string }
  'password-reset': Asked & { link: string }
  'password-changed': Asked
  'password-ended': Asked
  /** After ten failures within an hour. */
  'password-guesses': { at: string }
  /** To the site's operator; `runbook` is an anchor of docs/operating.md. */
  alarm: { news: 'began' | 'continues' | 'over'; since: string; says: string; runbook: string }
  'sign-in-code': Asked & { code: string }
  receipt: {
    letterId: string
    hash: string
    pages: string
    sheets: string
    /** The chosen day, if it is later than the payment's. */
    postOn?: string
    /** The order's other letters, as JSON with the fields above. */
    others?: string
    total: string
    lines: string
    paidAt: string
    /** For several letters, the earliest. */
    cancelUntil?: string
    /** The closed days at the time of payment, if any. */
    closedDays?: string
  }
  posted: OfSeveral & { arrival: string }
  /** `refunded`: of all letters. `money`: why a paid letter is not refunded now. */
  cancelled: OfSeveral & { refunded: string; money?: 'disputed' | 'lost' | 'returned-before' }
  /** All is refunded, and the letter is still sent. */
  refunded: { letterId: string; refunded: string }
  /** A payment besides the letter's own is refunded, or stays here after a bank's decision. */
  'given-back': { letterId: string; refunded: string }
  returned: { letterId: string; reason: string }
}
export type MailKind = keyof MailData

/** Account mails are urgent; mails about letters are not. */
export type MailPriority = 'normal' | 'urgent'
const priorities = {
  verification: 'urgent',
  'password-reset': 'urgent',
  'password-changed': 'urgent',
  'password-ended': 'urgent',
  'password-guesses': 'urgent',
  alarm: 'urgent',
  'sign-in-code': 'urgent',
  receipt: 'normal',
  posted: 'normal',
  cancelled: 'normal',
  refunded: 'normal',
  'given-back': 'normal',
  returned: 'normal',
} as const satisfies Record<MailKind, MailPriority>
export const kindsOfPriority = (priority: MailPriority): MailKind[] =>
  keysOf(priorities).filter((kind) => priorities[kind] === priority)

/** A mail about a letter goes to its sender. For others `key` is unique within the kind. */
export type Mail = {
  [K in MailKind]: { kind: K; data: MailData[K] } & (MailData[K] extends { letterId: string }
    ? unknown
    : { key: string; to: string })
}[MailKind]

/**
 * Queues a mail in the transaction that makes it true. A duplicate (kind, key) is dropped, and so is a mail to an
 * erased account. A letter has one mail of each kind; a mail about several letters is stored under the first.
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

/**
 * After a restore most waiting mails were sent since the backup; their data stays, so that an operator can resend them.
 */
export async function holdMail(tx: Tx, now: Date): Promise<number> {
  const held = await tx
    .updateTable('mail')
    .set({ given_up_at: now, error: 'RESTORED' })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return Number(held.numUpdatedRows)
}

/** All mails to the address, or only those about these letters and links when other accounts share it. */
type Forgotten = { email: string; only?: string[] | undefined }

/** Mails that announce a refund. */
const ofMoney: MailKind[] = ['cancelled', 'refunded', 'given-back']

/** Sent mails lose their recipient; unsent ones are dropped, except those that announce a refund. */
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
 * Removes recipients thirty days after sending or giving up; for erased accounts, of refund mails once sent. The key
 * stays, so that nothing is sent twice. @returns the number of mails
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

/** Removes recipient and data of sent or given-up mails. */
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
