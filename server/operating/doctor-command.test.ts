// @module-tag long
import { expect, test } from 'vitest'
import { systemClock } from '../outside/clock.ts'
import { testClock } from '../testing/test-clock.ts'
import { portOfApp } from '../testing/ports.ts'
import { openPayments } from '../testing/test-app.ts'
import { webhookSecret } from '../testing/test-cards.ts'
import { testMailServer } from '../testing/test-mail-server.ts'
import { testSettings } from '../testing/test-settings.ts'
import { doctor } from './doctor.ts'

const others = {
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_API_URL: 'http://127.0.0.1:1',
}

test.each([
  [
    '0.0.0.0',
    '✗ Servidor de correo: no ofrece una conexión cifrada (STARTTLS); sin ella no se le envía nada.',
  ],
  ['127.0.0.1', '✓ Servidor de correo: responde y acepta la identificación.'],
])('a mail server without encryption at %s: %s', async (host, sentence) => {
  const { url } = await testMailServer({ host })
  const settings = testSettings({ ...others, SMTP_URL: url, MAIL_FROM: 'a@lacre.example' })
  expect((await doctor(settings)).says.split('\n')).toContain(sentence)
})

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@lacre.example' }

test.each([
  [webhookSecret, '✓ Avisos de las tarjetas: llegan al servidor por PUBLIC_URL'],
  ['whsec_other', '✗ Avisos de las tarjetas: el servidor en marcha no acepta la firma'],
])('a probe signed with %s, sent to the running server: %s', async (STRIPE_WEBHOOK_SECRET, sentence) => {
  const { fastify } = await openPayments({ clock: { ...testClock(), now: () => systemClock.now() } })
  const PUBLIC_URL = `http://127.0.0.1:${await portOfApp(fastify)}`
  const settings = testSettings({ ...others, ...mail, STRIPE_WEBHOOK_SECRET, PUBLIC_URL })
  expect((await doctor(settings)).says).toContain(sentence)
})

test('nobody answers at PUBLIC_URL', async () => {
  const settings = testSettings({ ...others, ...mail, PUBLIC_URL: 'http://127.0.0.1:1' })
  expect((await doctor(settings)).says).toContain('✗ Avisos de las tarjetas: nadie contesta en PUBLIC_URL.')
})
