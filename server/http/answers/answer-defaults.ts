import { failure } from '@lacre/letter/calls.ts'
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
    if (schema && !schema.hide)
      route.schema = { ...schema, response: { ...Object(schema.response), ...failures } }
  })
}
