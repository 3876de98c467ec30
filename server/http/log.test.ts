import { expect, test } from 'vitest'
import Stripe from 'stripe'
import { testBareApp } from '../testing/bare-app.ts'
import { errorAsLogged } from './log.ts'

type Line = Record<string, unknown>

/** What a server with these routes writes, and which it is asked for. */
async function linesOf(addresses: string[]): Promise<Line[]> {
  const lines: Line[] = []
  const stream = { write: (text: string) => void lines.push(JSON.parse(text) as Line) }
  const app = testBareApp({ LOG_LEVEL: 'info' }, undefined, stream)
  app.get('/letters/:id', () => ({}))
  app.get('/assets/*', () => 'a')
  app.get('/healthz', { logLevel: 'silent' }, () => 'a')
  app.get('/broken', () => {
    throw Object.assign(new Error('ana@example.org'), {
      code: '23505',
      detail: 'Key (email)=(ana@example.org)',
    })
  })
  for (const url of addresses) await app.inject(url)
  await app.close()
  return lines
}

test('one line a request with route, status, duration and the request’s id; none for assets', async () => {
  const lines = await linesOf(['/letters/1?token=secret', '/assets/a.js', '/healthz', '/nowhere/secret'])
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'request', method: 'GET', route: '/letters/:id', status: 200 }),
    expect.objectContaining({ msg: 'request', method: 'GET', route: 'unknown', status: 404 }),
  ])
  for (const { ms, reqId } of lines) {
    expect(ms).toEqual(expect.any(Number))
    expect(reqId).toMatch(/^[\da-f-]{36}$/)
  }
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('a failure has its code and the request’s id, and no value', async () => {
  const lines = await linesOf(['/broken'])
  expect(lines.map(({ msg }) => msg)).toEqual(['request failed', 'request'])
  expect(lines[0]).toMatchObject({ err: { code: '23505' } })
  expect(lines[0]?.['reqId']).toBe(lines[1]?.['reqId'])
  expect(JSON.stringify(lines)).not.toContain('ana@')
})

test('of a provider’s error its type, code and the provider’s request are kept, and never its message', () => {
  const error = new Stripe.errors.StripeAuthenticationError({
    message: 'Invalid API Key provided: sk_live_secret',
    type: 'invalid_request_error',
    code: 'api_key_expired',
    requestId: 'req_1',
  } as never)
  const logged = errorAsLogged(error)
  expect(logged).toMatchObject({
    type: 'StripeAuthenticationError',
    code: 'api_key_expired',
    request: 'req_1',
  })
  expect(JSON.stringify(logged)).not.toContain('sk_live_secret')
  const unreached = new TypeError('fetch failed', {
    cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
  })
  expect(errorAsLogged(unreached)).toMatchObject({ type: 'TypeError', code: 'ECONNREFUSED' })
  const quoting = Object.assign(new Error('x'), { code: 'to ana@example.org', about: 'payment-1' })
  expect(errorAsLogged(quoting)).toMatchObject({ code: '', about: 'payment-1' })
})
