import { sql } from 'kysely'
import { earlier } from '@lacre/letter/days.ts'
import { recipientKeptFor } from '@lacre/letter/kept-for.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { Forgotten } from '../ports.ts'
import type { MailKind } from './queue-mail.ts'

/** They say that money comes back. */
const ofMoney: MailKind[] = ['cancelled', 'refunded', 'given-back']

/**
 * Takes an address out of the outbox: what has gone forgets to whom, what has not gone is dropped, except the
 * message that money comes back.
 */
export async function forgetRecipient(
  { forgetSandboxMail }: { forgetSandboxMail: (tx: Tx, recipient: string) => Promise<void> },
  tx: Tx,
  { email, only }: Forgotten,
): Promise<void> {
  if (!email || only?.length === 0) return
  await tx
    .deleteFrom('mail')
    .where('recipient', '=', email)
    .where('sent_at', 'is', null)
    .where('kind', 'not in', ofMoney)
    .$if(!!only, (query) => query.where('key', 'in', only!))
    .execute()
  await tx
    .updateTable('mail')
    .set({ recipient: '', data: JSON.stringify({}) })
    .where('recipient', '=', email)
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('given_up_at', 'is not', null)]))
    .$if(!!only, (query) => query.where('key', 'in', only!))
    .execute()
  if (!only) await forgetSandboxMail(tx, email)
}

/**
 * What went thirty days ago, or was given up then, and of an erased account the message that money comes back, once it has
 * gone. The key stays, so that nothing is sent twice. @returns how many were forgotten
 */
export async function forgetRecipients({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const forgotten = await db
    .updateTable('mail')
    .set({ recipient: '', data: JSON.stringify({}) })
    .where('recipient', '!=', '')
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('given_up_at', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb(eb.fn.coalesce('sent_at', 'given_up_at'), '<=', earlier(clock.now(), recipientKeptFor)),
        eb('kind', 'in', ofMoney).and('key', 'in', lettersOfErased(db)),
      ]),
    )
    .executeTakeFirst()
  return Number(forgotten.numUpdatedRows)
}

const lettersOfErased = (db: Db) =>
  db
    .selectFrom('letter')
    .innerJoin('account', 'account.id', 'letter.account_id')
    .where('account.email', '=', '')
    .select(sql<string>`letter.id::text`.as('key'))
