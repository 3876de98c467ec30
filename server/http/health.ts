import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { Registry, collectDefaultMetrics, Gauge, Histogram } from 'prom-client'
import type { Db } from '../database/tables.ts'
import type { App } from './app.ts'
import { states } from '@lacre/letter/journey.ts'
import type pg from 'pg'

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

/** Counts only, no personal data. Requires METRICS_TOKEN as bearer, else answers 404. */
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

/** An address inside our network: a proxy's or this machine's. */
const isInside = (address: string) =>
  !ipaddr.isValid(address) || ipaddr.process(address).range() !== 'unicast'

/**
 * Whether TRUST_PROXY does not match X-Forwarded-For. 'too-low': the address we count is a proxy's, so all visitors
 * count as one. 'too-high': fewer proxies exist, so visitors can forge addresses.
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

/** Names that break prom-client's own convention; `nodejs_active_resources` says the same. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Metrics of the process, its event loop and its database connections. */
export function processMetrics(pool: pg.Pool): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  registry.registerMetric(
    new Gauge({
      name: 'lacre_database_connections',
      help: 'Connections of this server to its database.',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount)
        this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'lacre_database_requests_waiting',
      help: 'What waits for a connection: longer than a moment, and DATABASE_POOL is too small.',
      registers: [],
      collect() {
        this.set(pool.waitingCount)
      },
    }),
  )
  return registry
}

/** Every request by its route, never its URL. */
export function measureRequests(app: App, registry: Registry): void {
  const duration = new Histogram({
    name: 'lacre_http_request_duration_seconds',
    help: 'From a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const method = request.routeOptions.url === undefined ? 'any' : request.method
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** The card provider's answers; `status` is 401 while it refuses the key. */
export function measureCardCalls(registry: Registry): (call: { status: number; elapsed: number }) => void {
  const duration = new Histogram({
    name: 'lacre_card_provider_call_duration_seconds',
    help: 'Calls to the card provider, by the status of its answer.',
    labelNames: ['status'],
    buckets,
    registers: [registry],
  })
  return ({ status, elapsed }) => duration.observe({ status }, elapsed / 1000)
}

type Measure = {
  help: string
  label?: string
  /** Labels reported even at 0. */
  always?: readonly string[]
  /** Rows of `label` and `value`. */
  rows: ReturnType<typeof sql<Counted>>
}
type Counted = { label: string; value: number }

/** Counts and ages from the tables, no personal data. Equal on every server, so scraping one is enough. */
const measures = {
  lacre_letters: {
    help: 'Letters by state.',
    label: 'state',
    always: states,
    rows: sql`select state as label, count(*)::int as value from letter group by state`,
  },
  lacre_mail_waiting: {
    help: 'Mails that will be tried (again).',
    label: 'kind',
    rows: sql`select kind as label, count(*)::int as value from mail where sent_at is null and given_up_at is null group by kind`,
  },
  lacre_jobs_waiting: {
    help: 'Jobs that are to be done.',
    label: 'kind',
    rows: sql`select kind as label, count(*)::int as value from job where done_at is null and dead_at is null group by kind`,
  },
  lacre_jobs_dead: {
    help: 'Jobs that were given up: somebody must look.',
    label: 'kind',
    rows: sql`select kind as label, count(*)::int as value from job where dead_at is not null group by kind`,
  },
  lacre_backup_last_timestamp_seconds: {
    help: 'When the last backup was made by lacre backup; 0 before the first.',
    rows: sql`select '' as label, coalesce(extract(epoch from max(taken_at)), 0)::int as value from backup_made`,
  },
} satisfies Record<string, Measure>

/** `checks`: the names of the checks that can raise an alarm (operating/checks.ts). */
export function databaseMetrics(
  { db, checks }: { db: Db; checks: readonly string[] },
  registry: Registry,
): void {
  const lacre_check: Measure = {
    help: 'What the operator is called for: 1 while it is well, 0 while an alarm is open.',
    label: 'name',
    rows: sql`select name as label, (not exists (select 1 from alarm where kind = name))::int as value
      from unnest(${[...checks]}::text[]) as name`,
  }
  for (const [name, measure] of Object.entries<Measure>({ ...measures, lacre_check })) {
    const { help, label, always = [], rows } = measure
    const labelled = (value: string) => (label ? { [label]: value } : {})
    const gauge = new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [],
      async collect() {
        const found = (await rows.execute(db)).rows
        this.reset()
        for (const value of always) this.set(labelled(value), 0)
        for (const row of found) this.set(labelled(row.label), row.value)
      },
    })
    registry.registerMetric(gauge)
  }
}
