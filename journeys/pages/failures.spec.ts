import { expect, test } from '../person/journey.ts'

const json = { 'content-type': 'application/json' }
const invalidToken = { authorization: 'Bearer nadie' }

const failures: [what: string, status: number, path: string, request: RequestInit][] = [
  ['a path that is none', 404, '/no/hay', {}],
  ['a method that is none', 404, '/auth/login', { method: 'DELETE' }],
  ['no body', 400, '/auth/login', { method: 'POST', headers: json }],
  ['a body that is no JSON', 400, '/auth/register', { method: 'POST', headers: json, body: '{' }],
  ['a body without its fields', 400, '/auth/login', { method: 'POST', headers: json, body: '{}' }],
  ['no token', 401, '/letters/', { method: 'POST', headers: json, body: '{}' }],
  ['an invalid token', 401, '/account', { headers: invalidToken }],
]

// Design, section 7: what the specification leaves open, the server answers in one way everywhere.
test('[7.16] every failure carries a detail, and what the server adds is described in /openapi.json', async ({
  server,
}) => {
  for (const [what, status, path, request] of failures) {
    const answer = await fetch(server.url + path, request)
    const body = (await answer.json()) as { detail?: unknown }
    expect([what, answer.status, typeof body.detail]).toEqual([what, status, 'string'])
    expect([what, body.detail]).not.toEqual([what, ''])
  }
  const described = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: object }
  for (const path of ['/auth/register', '/letters', '/stripe/create-payment-intent', '/account', '/config'])
    expect(Object.keys(described.paths)).toContain(path)
})
