import * as calls from '@lacre/letter/print-room/console-calls.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity } from '../http/bearer.ts'
import type { World } from '../world.ts'
import { createAuditWatch } from './audit-log.ts'
import { requireOperator } from './require-operator.ts'

const page = 50

/** What operators did, the newest first. */
export function auditRoute(app: App, deps: Pick<World, 'db' | 'clock'>): void {
  const { db } = deps
  const verify = createAuditWatch(deps)
  const schema = {
    querystring: calls.actsQuery,
    response: { 200: calls.acts },
    operationId: 'listActs',
    summary: 'Lo que se ha hecho en la sala de imprenta',
    tags: ['sala de imprenta'],
    security: bearerSecurity,
  }
  app.get('/print-room/acts', { schema }, async (request) => {
    await requireOperator(deps, request)
    const found = await db
      .selectFrom('act')
      .select(['seq', 'at', 'operator', 'act', 'subject', 'note', 'hash'])
      .$if(request.query.before !== undefined, (query) => query.where('seq', '<', request.query.before ?? 0))
      .orderBy('seq', 'desc')
      .limit(page)
      .execute()
    const oldest = found.at(-1)?.seq ?? 1
    return {
      acts: found.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
      chain: await verify(),
      next: oldest > 1 ? oldest : null,
    }
  })
}
