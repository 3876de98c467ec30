import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from './app.ts'

/** `GET /openapi.json`: the calls as their schemas say. Register it before the routes. */
export async function describeCalls(app: App) {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Lacre',
        version: '1',
        description: 'Cartas escritas en el navegador, impresas y enviadas.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
