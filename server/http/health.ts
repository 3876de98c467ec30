import { timingSafeEqual } from 'node:crypto'
import { seconds } from '@lacre/letter/days.ts'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Db } from '../database/tables.ts'
import type { App } from './app.ts'
import { newerMigration } from '../database/migrate.ts'

/** `/healthz`: this process answers. `/readyz`: a letter could be written and paid now. Neither is logged or limited. */
export function healthRoutes(
  app: App,
  {
    db,
    isClosing,
  }: {
    db: Db
    isClosing: () => boolean
  },
) {
  const quiet = { logLevel: 'silent', schema: { hide: true } } as const
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  /** Anybody may ask, and each look leaves rows in the catalog: who comes meanwhile, or a second later, hears the same. */
  let looking: Promise<string | undefined> | undefined
  app.get('/readyz', quiet, async (_request, reply) => {
    if (isClosing()) return reply.code(503).send({ detail: 'closing' })
    const detail = await (looking ??= look().finally(() => void setTimeout(forget, seconds(1)).unref()))
    return detail ? reply.code(503).send({ detail }) : { status: 'ready' }
  })

  const forget = () => (looking = undefined)

  /** What keeps it from being ready. */
  async function look(): Promise<string | undefined> {
    try {
      await tryWriting(db)
      return (await newerMigration(db)) ? 'the database is of a newer version' : undefined
    } catch {
      return 'the database does not answer'
    }
  }
}

/** Changes nothing. A row is written again, and room for a page is taken: on a full disk it is the second that fails. */
const tryWriting = (db: Db) =>
  db.transaction().execute(async (tx) => {
    await sql`create temporary table room on commit drop as select 1 from letter limit 1`.execute(tx)
    await sql`insert into room values (1)`.execute(tx)
    await sql`delete from rate_limit where key = ''`.execute(tx)
  })

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
