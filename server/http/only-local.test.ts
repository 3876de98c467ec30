import { expect, test } from 'vitest'
import { testBareApp } from '../testing/bare-app.ts'
import { onlyLocal } from './app.ts'

async function statusOf(headers: Record<string, string>, proxies = '1') {
  const app = testBareApp({ TRUST_PROXY: proxies })
  onlyLocal(app)
  app.get('/', () => ({}))
  return (await app.inject({ url: '/', headers })).statusCode
}

test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'the sandbox answers at %s',
  async (host) => {
    expect(await statusOf({ host })).toBe(200)
    expect(await statusOf({ host }, '0')).toBe(200)
    expect(await statusOf({ host, 'x-forwarded-host': 'localhost' })).toBe(200)
  },
)

test.each([
  [{ host: 'evil.example' }],
  [{ host: 'evil.example', 'x-forwarded-host': 'localhost' }],
  [{ host: 'evil.example:3000', 'x-forwarded-host': 'evil.example, 127.0.0.1' }],
  [{ host: 'localhost', 'x-forwarded-host': 'lacre.example' }],
  [{ host: 'localhost@evil.example' }],
  [{ host: 'localhost.evil.example' }],
])('%j gets nothing from the sandbox, behind a proxy or not', async (headers) => {
  expect(await statusOf(headers)).toBe(403)
})
