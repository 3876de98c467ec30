import { beforeEach, expect, test } from 'vitest'
import { testBareApp } from '../testing/bare-app.ts'
import type { App } from '../http/app.ts'
import { sandboxMailCarrier } from '../sandbox/mail.ts'
import type { MailCarrier } from '../outside/mail.ts'
import { testClock, type TestClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { mailboxRoutes } from './sandbox-mailbox.ts'

let app: App
let carrier: MailCarrier
let clock: TestClock
beforeEach(async () => {
  const { db } = await testDatabase()
  clock = testClock()
  carrier = sandboxMailCarrier({ db, clock })
  app = testBareApp()
  mailboxRoutes(app, { db })
})

const mail = {
  id: '00000000-0000-4000-8000-000000000001',
  to: 'ana@example.org',
  subject: '¡Hola! <b>',
  text: 'Pulse aquí:\nhttp://localhost:3000/verify-email?token=a&b=c\n<script>alert(1)</script>',
  html: '<p style="color:red">"Hola" &amp; adiós</p>',
}

test('the mailbox as JSON is newest first, each mail once (design/running.md#sandbox-mailbox)', async () => {
  await carrier.carry(mail)
  clock.pass(1000)
  await carrier.carry({ ...mail, id: '00000000-0000-4000-8000-000000000002', subject: 'Otra' })
  await carrier.carry(mail) // the outbox was not sure that it arrived
  const { id: _, ...told } = mail
  expect((await app.inject('/sandbox/mailbox.json')).json()).toEqual([
    { ...told, subject: 'Otra', date: '2026-11-21T09:00:01.000Z' },
    { ...told, date: '2026-11-21T09:00:00.000Z' },
  ])
})

test('the page shows the text with links that can be followed, and runs nothing', async () => {
  await carrier.carry(mail)
  const { body, headers } = await app.inject('/sandbox/mailbox')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(headers['content-security-policy']).not.toContain('script-src')
  expect(body).toContain('<h2>¡Hola! &lt;b&gt;</h2>')
  expect(body).toContain('<a href="http://localhost:3000/verify-email?token=a&amp;b=c">')
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).toContain(
    'srcdoc="&lt;p style=&quot;color:red&quot;&gt;&quot;Hola&quot; &amp;amp; adiós&lt;/p&gt;"',
  )
  expect(body).not.toContain('<script')
})

test('an empty mailbox says so', async () => {
  expect((await app.inject('/sandbox/mailbox')).body).toContain('Todavía no hay ningún correo.')
  expect((await app.inject('/sandbox/mailbox.json')).json()).toEqual([])
})
