import { hours, inSeconds, seconds } from '@lacre/letter/days.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Row } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { FinalRefusal, MailCarrier } from '../outside/mail.ts'
import { compose } from './messages.ts'
import type { Branding } from './layout.ts'
import { kindsOfPriority, type MailData, type MailKind, type MailPriority } from './outbox.ts'

const portion = 20
/** A distant mail server takes half a second per mail, and may refuse many connections at once. */
const atOnce = 4

type Deps = {
  db: Db
  carrier: MailCarrier
  clock: Clock
  branding: Branding
  log: { warn(about: Record<string, unknown>, message: string): void }
}

/**
 * Sends one portion, at least once: after a crash a mail is sent again with the same Message-ID. Answers how many were
 * sent.
 */
export async function sendDueMail(deps: Deps, priority: MailPriority): Promise<number> {
  let [left, accepted] = [portion, 0]
  async function sendSome() {
    while (left-- > 0) {
      const mail = await leaseNext(deps, priority)
      if (!mail) return
      if (await send(deps, mail)) accepted++
    }
  }
  // Wait for all, so that a shutdown waits for running sends.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, sendSome))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return accepted
}

async function send({ db, carrier, clock, branding, log }: Deps, mail: Row<'mail'>): Promise<boolean> {
  try {
    // Only queueMail writes rows, so kind and data match.
    const message = compose(mail.kind as MailKind, mail.data as MailData[MailKind], branding)
    await carrier.carry({ id: mail.id, to: mail.recipient, ...message })
  } catch (failure) {
    const error = codeOf(failure)
    const isFinal = isFinalRefusal(failure)
    log.warn({ mail: mail.id, kind: mail.kind, error, tries: mail.attempts, isFinal }, 'mail not accepted')
    // The data stays, so that an operator can fix the cause and resend.
    const isOver = isFinal || mail.attempts >= maxAttempts
    await db
      .updateTable('mail')
      .set({ error, ...(isOver && { given_up_at: clock.now() }) })
      .where('id', '=', mail.id)
      .execute()
    return false
  }
  // The data is deleted after sending, above all links with tokens.
  await db
    .updateTable('mail')
    .set({ sent_at: clock.now(), data: JSON.stringify({}), error: null })
    .where('id', '=', mail.id)
    .execute()
  return true
}

/** Leases the next due mail until its `next_at`, so that no transaction is open while it is sent. */
function leaseNext({ db, clock }: Deps, priority: MailPriority): Promise<Row<'mail'> | undefined> {
  const due = db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('next_at', '<=', clock.now())
    .where('kind', 'in', kindsOfPriority(priority))
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('mail')
    .set({
      attempts: sql<number>`attempts + 1`,
      next_at: sql<Date>`${clock.now()}::timestamptz + ${pauseAfter(sql`attempts`)}`,
    })
    .where('id', '=', due)
    .returningAll()
    .executeTakeFirst()
}

const isFinalRefusal = (failure: unknown) => (failure as Partial<FinalRefusal>).isFinal === true

/** `451`, `ECONNREFUSED`: never the message, which may quote an address. */
function codeOf(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  const known = String(responseCode ?? code)
  return /^[A-Z0-9_]{3,40}$/.test(known) ? known : 'unknown'
}

/** This many recipients' mail servers refusing at once is no coincidence. */
const byChance = 3

/**
 * Since when no mail gets through: the date of the oldest mail tried after the last success. Undefined while some
 * succeed: one full mailbox (45x for one recipient) is no failure of ours.
 */
export async function mailFailingSince(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(created_at) as since from mail
    where sent_at is null and given_up_at is null and error is not null and attempts > 0
      and next_at - ${pauseAfter(sql`attempts - 1`)} > coalesce((select max(sent_at) from mail), '-infinity')
    having bool_or(error !~ '^45') or count(distinct recipient) >= ${byChance}`.execute(db)
  return rows[0]?.since ?? undefined
}

/** After the first failed try; doubles with each. It is also the lease, so it exceeds a carrier's time limit. */
const firstPause = inSeconds(seconds(30))
const longestPause = inSeconds(hours(4))

/** The pause after this many failed tries. */
const pauseAfter = (tries: RawBuilder<unknown>) =>
  sql`make_interval(secs => least(${longestPause}::float8, ${firstPause}::float8 * 2 ^ (${tries})))`

/** Some five days, as between mail servers: one may be down over a long weekend. */
const maxAttempts = 37
