import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import type { App } from '../app.ts'

/** `/healthz`: this process answers. `/readyz`: a letter could be written and paid now. Neither is logged or limited. */
export function healthRoutes(
  app: App,
  {
    db,
    isClosing,
    unknownMigrations,
  }: { db: Db; isClosing: () => boolean; unknownMigrations: (db: Db) => Promise<string[]> },
) {
  const quiet = { logLevel: 'silent', schema: { hide: true } } as const
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async (_request, reply) => {
    if (isClosing()) return reply.code(503).send({ detail: 'closing' })
    try {
      await tryWriting(db)
      if ((await unknownMigrations(db)).length)
        return await reply.code(503).send({ detail: 'the database is of a newer version' })
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ detail: 'the database does not answer' })
    }
  })
}

/** Changes nothing. A row is written again, and room for a page is taken: on a full disk it is the second that fails. */
const tryWriting = (db: Db) =>
  db.transaction().execute(async (tx) => {
    await sql`create temporary table room on commit drop as select 1 from letter limit 1`.execute(tx)
    await sql`insert into room values (1)`.execute(tx)
    await sql`delete from rate_limit where key = ''`.execute(tx)
  })

/** Counts only, never a person: with METRICS_TOKEN as bearer, else it does not exist. */
export function metricsRoute(app: App, { db, token }: { db: Db; token: string | undefined }) {
  const isAllowed = (header: string | undefined) => {
    const given = Buffer.from(header ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    return !!token && given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  app.get('/metrics', { logLevel: 'silent', schema: { hide: true } }, async (request, reply) => {
    if (!isAllowed(request.headers.authorization))
      return reply.code(404).send({ detail: 'No existe lo que busca.' })
    const { rows } = await sql<{ name: string; label: string; value: number }>`
      select 'letters_total' as name, state as label, count(*)::int as value from letter group by state
      union all select 'letter_state_age_seconds_max', state, extract(epoch from now() - min(state_since))::int from letter group by state
      union all select 'payments_total', state, count(*)::int from payment group by state
      union all select 'print_jobs_total', state, count(*)::int from print_job group by state
      union all select 'mail_waiting', kind, count(*)::int from mail where sent_at is null and given_up_at is null group by kind
      union all select 'jobs_waiting', kind, count(*)::int from job where done_at is null and dead_at is null group by kind
      union all select 'jobs_dead', kind, count(*)::int from job where dead_at is not null group by kind
      union all select 'concerns_open', kind, count(*)::int from concern where settled_at is null group by kind
      union all select 'backup_age_seconds', 'last', extract(epoch from now() - max(taken_at))::int from backup_made having count(*) > 0`.execute(
      db,
    )
    const lines = rows.map(({ name, label, value }) => `lacre_${name}{of="${label}"} ${value}`)
    return reply.type('text/plain; version=0.0.4').send(lines.join('\n') + '\n')
  })
}
