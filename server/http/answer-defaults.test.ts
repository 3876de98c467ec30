import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testBareApp } from '../testing/bare-app.ts'
import { Failure } from './failure.ts'
import { describeCalls } from './openapi.ts'
import { ours } from './answers.ts'
import { attachment } from './streams.ts'

const described = { operationId: 'readSilent', summary: 'Nada', tags: ['pruebas'] }

const appWithRoutes = async () => {
  const app = testBareApp()
  await describeCalls(app, () => Promise.reject(new Failure(401, '')), new URL('http://localhost:3000'))
  const schema = { ...described, response: { 200: z.object({ n: z.number() }) } }
  app.get('/silent', { schema }, () => ({ n: 1 }))
  app.get('/kept', (_request, reply) => reply.header('cache-control', 'no-cache').send('x'))
  app.get('/broken', () => {
    throw new Error('inside')
  })
  app.get('/unstreamed', (_request, reply) => {
    const stream = new Readable({ read: () => stream.destroy(new Error('inside')) })
    return attachment(reply, 'application/zip', 'nada.zip').send(stream)
  })
  return app
}

test('no cache keeps an answer, a failure or a miss, unless the route says otherwise', async () => {
  const app = await appWithRoutes()
  const cacheOf = async (url: string) => (await app.inject(url)).headers['cache-control']
  expect(await Promise.all(['/silent', '/broken', '/nowhere', '/kept'].map(cacheOf))).toEqual([
    'no-store',
    'no-store',
    'no-store',
    'no-cache',
  ])
})

test('a file that fails before its first byte fails as all else does, and is no file', async () => {
  const { statusCode, headers, body } = await (await appWithRoutes()).inject('/unstreamed')
  expect([statusCode, headers['content-disposition'], JSON.parse(body)]).toEqual([
    500,
    undefined,
    { detail: ours },
  ])
})

test('each described call also says how it fails', async () => {
  const app = await appWithRoutes()
  const { paths } = (await app.inject('/openapi.json')).json<{
    paths: Record<string, { get: { responses: object } }>
  }>()
  expect(Object.keys(paths['/silent']?.get.responses ?? {})).toEqual(['200', '4XX', '5XX'])
})

test('a call that does not say what it is cannot be added', () => {
  const app = testBareApp()
  let added = 0
  const add = (schema: object) => () => app.post(`/letters/${++added}`, { schema }, () => 'x')
  expect(add({ tags: ['cartas'] })).toThrow(
    'The schema of POST /letters/1 lacks: operationId, summary, a response of 200.',
  )
  expect(add({ ...described, tags: undefined, response: { 204: z.undefined() } })).toThrow('lacks: tags.')
  expect(add({ ...described, response: { 404: z.object({}) } })).toThrow('lacks: a response of 200.')
  const body = z.object({ n: z.number() })
  const whole = { ...described, response: { 200: body } }
  expect(add({ ...whole, body })).toThrow('lacks: an example of its body (.meta).')
  expect(add({ ...whole, body: body.meta({ example: { n: 1 } }) })).not.toThrow()
  expect(add({ hide: true })).not.toThrow()
})
