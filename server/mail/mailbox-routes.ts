import type { Db } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { fileOf } from '../http/answers/attachment.ts'
import { mailboxMessage, mailboxPage, mailboxPolicy, type MailboxMessage } from './mailbox-page.ts'

const shown = 200
const tags = ['pruebas']

/** The sandbox's mailbox, for persons and programs (design.md#sandbox-mailbox). To be mounted in sandbox mode only. */
export function mailboxRoutes(app: App, { db }: { db: Db }): void {
  const page = {
    response: { 200: fileOf('text/html') },
    operationId: 'readMailboxPage',
    summary: 'Los correos del modo de pruebas, como página',
    tags,
  }
  app.get('/sandbox/mailbox', { schema: page }, async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': mailboxPolicy,
        'content-type': 'text/html; charset=utf-8',
      })
      .send(mailboxPage(await newest(db))),
  )

  const list = {
    response: { 200: mailboxMessage.array() },
    operationId: 'listMails',
    summary: 'Los correos del modo de pruebas, el más nuevo primero',
    tags,
  }
  app.get('/sandbox/mailbox.json', { schema: list }, () => newest(db))
}

async function newest(db: Db): Promise<MailboxMessage[]> {
  const rows = await db
    .selectFrom('sandbox_mail')
    .selectAll()
    .orderBy('sent_at', 'desc')
    .orderBy('id')
    .limit(shown)
    .execute()
  return rows.map(({ recipient, subject, text, html, sent_at }) => ({
    to: recipient,
    subject,
    text,
    html,
    date: sent_at.toISOString(),
  }))
}
