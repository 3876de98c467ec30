import { expect, test } from 'vitest'
import { z } from 'zod'
import { systemRandom } from '../../outside/random.ts'
import { testSettings } from '../../testing/test-settings.ts'
import { bareApp } from '../bare-app.ts'
import { Failure } from '../failure.ts'
import { describeCalls } from '../openapi.ts'

const appWithRoutes = async () => {
  const app = bareApp({ settings: testSettings(), random: systemRandom })
  await describeCalls(app, () => Promise.reject(new Failure(401, '')))
  const schema = { response: { 200: z.object({ n: z.number() }) } }
  app.get('/silent', { schema }, () => ({ n: 1 }))
  app.get('/kept', (_request, reply) => reply.header('cache-control', 'no-cache').send('x'))
  app.get('/broken', () => {
    throw new Error('inside')
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

test('each described call also says how it fails', async () => {
  const app = await appWithRoutes()
  const { paths } = (await app.inject('/openapi.json')).json<{
    paths: Record<string, { get: { responses: object } }>
  }>()
  expect(Object.keys(paths['/silent']?.get.responses ?? {})).toEqual(['200', '4XX', '5XX'])
})
