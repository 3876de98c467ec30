import { failure } from '@lacre/letter/calls.ts'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import type { App } from '../app.ts'

const failures = { '4xx': failure, '5xx': failure }

/** What a route need not say: its answers belong in no cache, and its failures have one shape. Pages say otherwise. */
export function setAnswerDefaults(app: App): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  app.addHook('onRoute', (route) => {
    const { schema } = route
    if (schema && !schema.hide) {
      mustBeDescribed(route)
      route.schema = { ...schema, response: { ...Object(schema.response), ...failures } }
    }
  })
}

/** What a reader of the description needs (docs/api.md). @throws Error, when the route is added */
function mustBeDescribed({ method, url, schema }: RouteOptions): void {
  const { operationId, summary, tags, response, body } = schema ?? {}
  const isAnswered = Object.keys(Object(response)).some((status) => status.startsWith('2'))
  const example = !(body instanceof z.ZodType) || body.meta()?.['example']
  const lacks = Object.entries({
    operationId,
    summary,
    tags,
    'a response of 200': isAnswered,
    'an example of its body (.meta)': example,
  })
    .filter(([, said]) => !said)
    .map(([what]) => what)
  if (lacks.length > 0) throw new Error(`The schema of ${String(method)} ${url} lacks: ${lacks.join(', ')}.`)
}
