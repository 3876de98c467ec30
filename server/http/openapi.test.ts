import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { App } from './app.ts'
import { testBareApp } from '../testing/bare-app.ts'
import { Failure } from './failure.ts'
import type { RequireOperator } from './bearer.ts'
import { describeCalls } from './openapi.ts'

const operator = { accountId: 'olga', name: 'Olga', isSupervisor: false }

const paths = ['/letters', '/print-room/overview', '/print-room/batches/:batch', '/operator/totp']

async function described() {
  const app = testBareApp()
  const requireOperator: RequireOperator = ({ headers }) => {
    if (headers.authorization === 'Bearer olga') return Promise.resolve(operator)
    return Promise.reject(
      headers.authorization === 'Bearer nobody' ? new Error('no database') : new Failure(401, 'No.'),
    )
  }
  await describeCalls(app, requireOperator, new URL('https://lacre.example/'))
  const schema = { summary: 'x', tags: ['x'], response: { 200: z.object({ n: z.number() }) } }
  for (const path of paths)
    app.get(path, { schema: { ...schema, operationId: path.replaceAll('/', '-') } }, () => ({ n: 1 }))
  return app
}

const asked = (app: App, authorization?: string) =>
  app.inject({ url: '/openapi.json', headers: authorization ? { authorization } : {} })
const describedTo = async (authorization?: string) => asked(await described(), authorization)

test('the print room is described to operators only', async () => {
  for (const stranger of [undefined, 'Bearer ana']) {
    const { paths, openapi, info } = (await describedTo(stranger)).json<Record<string, object>>()
    expect(Object.keys(paths ?? {})).toEqual(['/letters'])
    expect([openapi, info]).toEqual(['3.0.3', expect.objectContaining({ title: 'Lacre' })])
  }
  const { paths } = (await describedTo('Bearer olga')).json<Record<string, object>>()
  expect(Object.keys(paths ?? {})).toHaveLength(4)
})

test('the description says where the server is, and which calls need no session', async () => {
  const { servers, paths } = (await describedTo()).json<Record<string, object>>()
  expect(servers).toEqual([{ url: 'https://lacre.example' }])
  expect(paths).toMatchObject({ '/letters': { get: { security: [] } } })
})

test('it is put together once for operators and once for everybody else, and each gets their own', async () => {
  const app = await described()
  const read = vi.spyOn(app, 'swagger')
  const callers = [undefined, 'Bearer olga', 'Bearer ana', 'Bearer olga', undefined]
  const seen: number[] = []
  for (const caller of callers) {
    const answer = await asked(app, caller)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    seen.push(Object.keys(answer.json<{ paths: object }>().paths).length)
  }
  expect(seen).toEqual([1, 4, 1, 4, 1])
  expect(read).toHaveBeenCalledTimes(2)
})

test('an answer that does not come about is no refusal', async () => {
  expect((await describedTo('Bearer nobody')).statusCode).toBe(500)
})
