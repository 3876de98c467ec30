import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from './app.ts'
import type { RequireOperator } from './bearer.ts'
import { unlessRefused } from './failure.ts'

const ofOperators = /^\/(print-room|operator)\//

/** `GET /openapi.json`: the calls as their schemas say, the print room's to operators only. Register it before the routes. */
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
  app.get('/openapi.json', { schema: { hide: true } }, async (request) => {
    const { paths = {}, ...description } = app.swagger()
    const seesAll = await requireOperator(request).then(() => true, unlessRefused)
    const shown = Object.entries(paths).filter(([path]) => seesAll || !ofOperators.test(path))
    return { ...description, paths: Object.fromEntries(shown) }
  })
}
