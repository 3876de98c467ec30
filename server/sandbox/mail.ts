import type { Db, Tx } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'
import type { MailCarrier } from '../outside/mail.ts'

/** Stores mails in a table, shown at /sandbox/mailbox. A repeated id is the same mail. */
export const sandboxMailCarrier = ({ db, clock }: { db: Db; clock: Clock }): MailCarrier => ({
  async carry({ id, to, subject, text, html }) {
    await db
      .insertInto('sandbox_mail')
      .values({ id, recipient: to, subject, text, html, sent_at: clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },
})

export async function forgetSandboxMail(tx: Tx, recipient: string): Promise<void> {
  await tx.deleteFrom('sandbox_mail').where('recipient', '=', recipient).execute()
}
