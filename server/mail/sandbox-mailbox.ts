import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { fileOf } from '../http/streams.ts'
import { html, type Html } from './layout.ts'

const shown = 200
const tags = ['pruebas']

/** The sandbox's mailbox, for people and programs (design/running.md#sandbox-mailbox). Only for sandbox mode. */
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

/** A mail in the sandbox's mailbox; `date` is an ISO instant. */
const mailboxMessage = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  date: z.string(),
})
type MailboxMessage = z.infer<typeof mailboxMessage>

const style = `
body { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem; background: #f1e8d9; color: #2a211b; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
article { margin: 1.5rem 0; padding: 1rem 1.25rem; border-radius: .5rem; background: #fffaf1 }
h2 { margin: 0; font-size: 1.1rem }
header p { margin: 0 0 .75rem; color: #66574a }
pre { margin: 0 0 .75rem; white-space: pre-wrap; font: inherit }
a { color: #8e2a22 }
iframe { width: 100%; height: 34rem; border: 1px solid #d9cbb4 }`

// Not escaped: else the hash would not match.
const styleElement: Html = { markup: `<style>${style}</style>` }

/** No scripts, and nothing is loaded; inline styles work. */
const mailboxPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "style-src-attr 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The sandbox's mailbox as a page, newest first. */
const mailboxPage = (messages: MailboxMessage[]): string =>
  html`<!doctype html>
    <html lang="es">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Buzón de pruebas</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>Buzón de pruebas</h1>
          <p>Aquí llegan los correos que Lacre enviaría. En el modo de pruebas no sale ninguno.</p>
          <p><a href="/">Volver a Lacre</a></p>
          ${messages.length ? messages.map(article) : html`<p>Todavía no hay ningún correo.</p>`}
        </main>
      </body>
    </html> `.markup

const inMadrid = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'long',
  timeStyle: 'short',
})

const article = ({ to, subject, text, html: message, date }: MailboxMessage): Html =>
  html`<article>
    <header>
      <h2>${subject}</h2>
      <p>Para ${to}, <time datetime="${date}">${inMadrid.format(new Date(date))}</time></p>
    </header>
    <pre>${linked(text)}</pre>
    <details>
      <summary>Con formato</summary>
      <iframe sandbox="" loading="lazy" title="${subject}" srcdoc="${message}"></iframe>
    </details>
  </article> `

const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, i) => (i % 2 ? html`<a href="${piece}">${piece}</a>` : html`${piece}`))
