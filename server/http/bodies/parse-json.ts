import type { App } from '../app.ts'
import { Failure } from '../failure.ts'
import { hasTooManyValues } from './too-many-values.ts'

/** Fastify's own parser, for bodies that are not made of millions of small values (design.md#read-in-children). */
export function parseJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (hasTooManyValues(body)) done(unreadable())
    else void parse(request, body.toString(), done)
  })
}

export const unreadable = (said = 'La petición no es válida.') => new Failure(400, said, 'invalid-request')
