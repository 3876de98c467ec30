import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type pg from 'pg'
import type { App } from '../app.ts'

/** Of these prom-client's own names break the convention it follows otherwise, and `nodejs_active_resources` says the same. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The process itself and its event loop, its database connections, and what takes its time. */
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

/** Every request under its route, never its address. */
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

/** What the card provider answers; `status` is 401 while it refuses the key. */
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
