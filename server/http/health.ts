import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Db } from '../database/tables.ts'
import type { App } from './app.ts'

/** `/healthz`: this process answers. `/readyz`: so does its database. Neither is logged or limited. */
export function healthRoutes(app: App, { db, isClosing }: { db: Db; isClosing: () => boolean }) {
  const quiet = { logLevel: 'silent', schema: { hide: true } } as const
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async (_request, reply) => {
    if (isClosing()) return reply.code(503).send({ detail: 'closing' })
    const isThere = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    return isThere ? { status: 'ready' } : reply.code(503).send({ detail: 'the database does not answer' })
  })
}

/** Counts only, never a person: with METRICS_TOKEN as bearer, else it does not exist. */
export function metricsRoute(app: App, { registry, token }: { registry: Registry; token: string }) {
  const isAllowed = (header: string | undefined) => {
    const given = Buffer.from(header ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  app.get('/metrics', { logLevel: 'silent', schema: { hide: true } }, async (request, reply) => {
    if (!isAllowed(request.headers.authorization))
      return reply.code(404).send({ detail: 'No existe lo que busca.' })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** An address that stands for no visitor from outside: a proxy's, or this machine's. */
const isInside = (address: string) =>
  !ipaddr.isValid(address) || ipaddr.process(address).range() !== 'unicast'

/**
 * Whether TRUST_PROXY is not what arrives. Each proxy adds whom it was called by to X-Forwarded-For. 'too-low': whom we
 * count is a proxy, so all visitors count as one. 'too-high': fewer have added to it, so visitors can invent addresses.
 */
export function mistakenProxies(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  trusted: number,
): 'too-low' | 'too-high' | undefined {
  const added = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const caller = socket.remoteAddress ?? ''
  if (added.length < trusted) return isInside(caller) && !added.length ? undefined : 'too-high'
  const counted = [...added, caller].at(-1 - trusted) ?? caller
  return added.length > trusted && isInside(counted) ? 'too-low' : undefined
}
