import type { Failure } from '@lacre/letter/calls.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hours, minutes } from '@lacre/letter/days.ts'
import { codeAt } from './factors.ts'
import { openConsole, told } from '../testing/console-app.ts'

const id = randomUUID()
/** Every call, with a body its schema takes. */
const calls: [method: 'GET' | 'POST', path: string, body?: object][] = [
  ['GET', 'overview'],
  ['POST', 'batches'],
  ['GET', 'batches'],
  ['GET', 'batches/B0001'],
  ['POST', 'batches/B0001/pdf', { reason: 'print' }],
  ['POST', 'batches/B0001/csv', { reason: 'print' }],
  ['POST', 'batches/B0001/printed', {}],
  ['POST', 'batches/B0001/enclosed', {}],
  ['POST', 'batches/B0001/posted', {}],
  ['POST', 'scan', { code: '0123456789ab.1.1' }],
  ['GET', 'letters?find=0123'],
  ['GET', `letters/${id}`],
  ['POST', `letters/${id}/pdf`, { reason: 'print' }],
  ['POST', `letters/${id}/printed`, {}],
  ['POST', `letters/${id}/enclosed`, { sheets: [1] }],
  ['POST', `letters/${id}/posted`, {}],
  ['POST', `letters/${id}/reprint`, { reason: 'lost' }],
  ['POST', `letters/${id}/returned`, { reason: 'unknown' }],
  ['POST', `letters/${id}/resume`, { note: 'visto' }],
  ['POST', `letters/${id}/cancel`, { note: 'visto' }],
  ['POST', `letters/${id}/give-back`, { note: 'visto' }],
  ['POST', `letters/${id}/name-refund`, { note: 'visto' }],
  ['GET', 'needs-person'],
  ['POST', `issues/${id}/settle`, { note: 'visto' }],
  ['GET', 'acts'],
  ['GET', 'prices'],
  ['GET', 'figures'],
  ['POST', `letters/${id}/refund`, { note: 'visto' }],
  ['POST', 'customers', { find: 'eva@ejemplo.test' }],
  ['POST', `customers/${id}/verify`, {}],
  ['POST', `customers/${id}/disable`, { note: 'visto' }],
  ['POST', `customers/${id}/enable`, { note: 'visto' }],
]
const pathOf = (path: string) =>
  `/print-room/${path.split('?')[0]?.replace(id, ':id').replace('B0001', ':batch')}`

test('only operators enter, at every call: 401 without a session, 403 for every other account', async () => {
  const app = await openConsole()
  const stranger = await app.account()
  const named = calls.map(([method, path]) => `${method} ${pathOf(path)}`)
  expect(named.toSorted()).toEqual(app.routes.filter((call) => call.includes('/print-room/')).toSorted())
  for (const [method, path, body] of calls) {
    const [signedOut, other] = [
      await app.call(undefined, method, path, body),
      await app.call(stranger, method, path, body),
    ]
    expect([path, ...told(signedOut)]).toEqual([path, 401, 'unauthenticated'])
    expect([path, other.statusCode, other.json()]).toEqual([
      path,
      403,
      { detail: 'Esta página es solo para quien imprime las cartas.', code: 'not-operator' },
    ])
  }
  expect(await app.acts()).toEqual([])
})

test('no call is answered before the second factor is given, and again after a working day', async () => {
  const app = await openConsole()
  const token = await app.account('eva@ejemplo.test')
  await app.makeOperator('eva@ejemplo.test')
  const codes = async () =>
    new Set(
      await Promise.all(
        calls.map(async ([method, path, body]) => told(await app.call(token, method, path, body)).join()),
      ),
    )
  expect(await codes()).toEqual(new Set(['403,factor-missing']))
  const secret = await app.enrol(token)
  app.forget(token)
  expect(await codes()).not.toContain('403,factor-needed')
  app.clock.pass(hours(12))
  expect(await codes()).toEqual(new Set(['403,factor-needed']))
  await app.operatorCall(token, 'factor', { code: codeAt(secret, app.clock.now()) })
  expect((await app.call(token, 'GET', 'overview')).statusCode).toBe(200)
})

test('letters are downloaded, reprinted and refunded, and accounts disabled, only with the factor of the last ten minutes', async () => {
  const app = await openConsole()
  const token = await app.operator('Olga')
  app.forget(token)
  const again: string[] = []
  app.clock.pass(minutes(10))
  for (const [method, path, body] of calls)
    if (told(await app.call(token, method, path, body))[1] === 'factor-again') again.push(path)
  expect(again).toEqual([
    'batches/B0001/pdf',
    'batches/B0001/csv',
    `letters/${id}/pdf`,
    `letters/${id}/reprint`,
    `letters/${id}/refund`,
    `customers/${id}/disable`,
    `customers/${id}/enable`,
  ])
})

test('another reason for a download is written down, or nothing is taken away', async () => {
  const app = await openConsole()
  const olga = await app.operator('Olga')
  await app.put()
  await app.call(olga, 'POST', 'batches', {})
  for (const note of [undefined, '  no  ']) {
    const refused = await app.download(olga, 'batches/B0001/pdf', {
      reason: 'other',
      ...(note && { note }),
    })
    expect(told(refused)).toEqual([400, 'invalid-request'])
    expect(refused.json<Failure>().detail).toBe('Escriba en pocas palabras para qué lo descarga.')
  }
  expect((await app.acts()).map(({ action }) => action)).toEqual(['close-batch'])
  const note = 'se mojó la primera'
  expect((await app.download(olga, 'batches/B0001/pdf', { reason: 'other', note })).statusCode).toBe(200)
  expect((await app.acts()).at(-1)).toMatchObject({
    note: expect.stringMatching(/^other · se mojó la primera · /) as string,
  })
})

test('what is not there is said to be missing, in Spanish', async () => {
  const app = await openConsole()
  const token = await app.operator('Olga', true)
  const codes = new Map<string, string>()
  for (const [method, path, body] of calls) {
    const answer = await app.call(token, method, path, body)
    if (answer.statusCode >= 400) codes.set(`${method} ${path}`, answer.json<{ code: string }>().code)
    if (answer.statusCode >= 400) expect(answer.json<{ detail: string }>().detail).toMatch(/^\p{Lu}.*\.$/u)
  }
  expect(Object.fromEntries(codes)).toEqual(
    Object.fromEntries(
      calls.flatMap(([method, path]) => {
        if (path.includes('B0001')) return [[`${method} ${path}`, 'unknown-batch']]
        if (path.startsWith('letters/')) return [[`${method} ${path}`, 'unknown-letter']]
        if (path === 'scan') return [[`${method} ${path}`, 'unknown-sheet-code']]
        if (path.startsWith('issues/')) return [[`${method} ${path}`, 'unknown-issue']]
        if (path.endsWith('/verify')) return [[`${method} ${path}`, 'nothing-to-verify']]
        if (path.startsWith('customers/')) return [[`${method} ${path}`, 'customer-unchanged']]
        if (path === 'customers') return []
        return method === 'POST' ? [[`${method} ${path}`, 'nothing-waiting']] : []
      }),
    ),
  )
})

test('a character that the database cannot keep is refused with a sentence', async () => {
  const app = await openConsole()
  const token = await app.operator('Olga', true)
  for (const [path, body] of [
    ['batches/B0001/posted', { receipt: '\0' }],
    ['scan', { code: '\0' }],
    [`letters/${id}/resume`, { note: 'vis\0to' }],
    [`issues/${id}/settle`, { note: 'vis\0to' }],
  ] as const) {
    const answer = await app.call(token, 'POST', path, body)
    expect([path, answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      path,
      400,
      'El texto lleva un carácter que no se puede guardar.',
    ])
  }
  expect((await app.call(token, 'GET', 'letters?find=0123%00')).statusCode).toBe(400)
})
