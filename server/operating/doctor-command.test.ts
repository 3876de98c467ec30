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
  MAIL_FROM: 'a@lacre.example',
}

/** One run looks at everything: mail server, signature and address are varied together. */
test.each([
  [
    'no encryption beyond this machine, the right signature',
    { host: '0.0.0.0', secret: webhookSecret },
    [
      '✗ Servidor de correo: no ofrece una conexión cifrada (STARTTLS); sin ella no se le envía nada.',
      '✓ Avisos de las tarjetas: llegan al servidor por PUBLIC_URL',
    ],
  ],
  [
    'no encryption on this machine, another signature',
    { host: '127.0.0.1', secret: 'whsec_other' },
    [
      '✓ Servidor de correo: responde y acepta la identificación.',
      '✗ Avisos de las tarjetas: el servidor en marcha no acepta la firma',
    ],
  ],
])('probes the mail server and the running server: %s', async (_, { host, secret }, sentences) => {
  const { url } = await testMailServer({ host })
  const { fastify } = await openPayments({ clock: { ...testClock(), now: () => systemClock.now() } })
  const PUBLIC_URL = `http://127.0.0.1:${await portOfApp(fastify)}`
  const own = { SMTP_URL: url, STRIPE_WEBHOOK_SECRET: secret, PUBLIC_URL }
  const { says } = await doctor(testSettings({ ...others, ...own }))
  for (const sentence of sentences) expect(says).toContain(sentence)
})

test('no server answers at PUBLIC_URL', async () => {
  const none = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://127.0.0.1:1' }
  const { says } = await doctor(testSettings({ ...others, ...none }))
  expect(says).toContain('✗ Avisos de las tarjetas: nadie contesta en PUBLIC_URL.')
})
