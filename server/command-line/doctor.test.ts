import { expect, test } from 'vitest'
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
