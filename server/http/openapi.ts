import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from './app.ts'
import type { RequireOperator } from './bearer.ts'
import { unlessRefused } from './failure.ts'

const ofOperators = /^\/(print-room|operator)\//

/**
 * `GET /openapi.json`: all calls from their schemas; the print room's for operators only. Register it before the
 * routes.
 */
export async function describeCalls(app: App, requireOperator: RequireOperator, publicUrl: URL) {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Lacre',
        version: '1',
        description: 'Cartas escritas en el navegador, impresas y enviadas.',
        license: { name: 'Términos de uso', url: new URL('/terms-of-use', publicUrl).href },
      },
      servers: [{ url: publicUrl.origin }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform(route) {
      const { schema, url } = jsonSchemaTransform(route)
      return { url, schema: { security: [], ...schema } }
    },
  })
  // Cached: no routes are added once the server answers.
  const descriptions: Partial<Record<Reader, Buffer>> = {}
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    const isOperator = await requireOperator(request).then(() => true, unlessRefused)
    const reader = isOperator ? 'operator' : 'anybody'
    return reply
      .type('application/json; charset=utf-8')
      .send((descriptions[reader] ??= describe(app, reader)))
  })
}

type Reader = 'operator' | 'anybody'

function describe(app: App, reader: Reader): Buffer {
  const { paths = {}, ...description } = app.swagger()
  const shown = Object.entries(paths).filter(([path]) => reader === 'operator' || !ofOperators.test(path))
  return Buffer.from(JSON.stringify({ ...description, paths: Object.fromEntries(shown) }))
}
