import { expect, test } from 'vitest'
import { systemRandom } from '../../outside/random.ts'
import { testSettings } from '../../testing/test-settings.ts'
import { bareApp } from '../bare-app.ts'
import { setHeaders } from './headers.ts'

const keys = {
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtps://mail.lacre.example',
  MAIL_FROM: 'cartas@lacre.example',
  GOOGLE_CLIENT_ID: 'x',
  PUBLIC_URL: 'https://lacre.example',
}

async function headersOf(environment: Record<string, string>, url = '/') {
  const settings = testSettings(environment)
  const app = bareApp({ settings, random: systemRandom })
  await setHeaders(app, settings)
  app.get('/', () => ({}))
  return (await app.inject({ url })).headers
}

test.each(['/', '/none'])(
  'the answer at %s refuses what no page needs, and every frame in it',
  async (url) => {
    const { 'permissions-policy': permissions, ...headers } = await headersOf({}, url)
    for (const feature of ['camera', 'microphone', 'geolocation', 'usb', 'payment'])
      expect(String(permissions).split(', ')).toContain(`${feature}=()`)
    expect(permissions).toContain('publickey-credentials-get=(self)')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
    )
  },
)

test('with keys the card form may pay, and nobody is told more of an address than the site', async () => {
  const headers = await headersOf(keys)
  expect(headers['permissions-policy']).toContain(
    'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
  )
  expect(headers['referrer-policy']).toBe('strict-origin')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})
