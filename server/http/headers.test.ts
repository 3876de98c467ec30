import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { portOfApp } from '../testing/ports.ts'
import { testSettings } from '../testing/test-settings.ts'
import { testBareApp } from '../testing/bare-app.ts'
import { securityHeaders } from './policies.ts'

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtps://mail.lacre.example',
  MAIL_FROM: 'cartas@lacre.example',
  GOOGLE_CLIENT_ID: 'x',
  PUBLIC_URL: 'https://lacre.example',
}

async function headersOf(environment: Record<string, string>, url = '/') {
  const app = testBareApp(environment)
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

test('with keys the card form may pay, and a referrer holds no more than the origin', async () => {
  const headers = await headersOf(keys)
  expect(headers['permissions-policy']).toContain(
    'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
  )
  expect(headers['referrer-policy']).toBe('strict-origin')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

const requests = {
  'an address that no router reads': 'GET /% HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'half a letter in an address':
    'GET /letters/%C3%28 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'a target too long for a route': `GET /${'a'.repeat(3000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  'a target that is a whole address':
    'GET http://x/% HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'no target': 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  'an unknown expectation': 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\nConnection: close\r\n\r\n',
  'no HTTP at all': 'buenos días\r\n\r\n',
  'a space in the target': 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'two lengths': 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  'headers without end': `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
}

test.each(Object.entries(requests))('the answer to %s has the headers of all answers', async (_, request) => {
  const app = testBareApp()
  app.get('/', () => ({}))
  const socket = connect(await portOfApp(app), '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString().toLowerCase()))
  socket.write(request)
  await once(socket, 'close')
  expect(answer).toMatch(/^http\/1\.1 [24]\d\d /)
  for (const [name, value] of Object.entries({
    ...securityHeaders(testSettings()),
    'cache-control': 'no-store',
  }))
    expect(answer).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`)
})
