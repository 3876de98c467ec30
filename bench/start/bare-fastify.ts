/** node bench/start/bare-fastify.ts <port>: Fastify with one route, and nothing else. */
import Fastify from 'fastify'

const app = Fastify()
app.get('/readyz', () => ({ ready: true }))
await app.listen({ port: Number(process.argv[2]), host: 'localhost' })
