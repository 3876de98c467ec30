import { hours } from '@lacre/letter/duration.ts'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Db } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, type RequireAccount } from '../http/bearer.ts'
import type { Limits } from '../http/limits.ts'
import type { Clock } from '../outside/clock.ts'
import { exportAccount, type ExportParts } from './own-data/export-account.ts'
import { zipOf } from './own-data/export-zip.ts'

const asFile = (reply: FastifyReply): FastifyReply =>
  reply.type('application/zip').header('content-disposition', 'attachment; filename="lacre-mis-datos.zip"')

/** GET /account/export: everything one has, by oneself (design.md#own-data). */
export function exportRoute(
  app: App,
  room: { db: Db; clock: Clock; requireAccount: RequireAccount; limits: Limits; exportParts: ExportParts },
): void {
  const limit = room.limits({ name: 'export-account', points: 10, within: hours(1) })
  const schema = {
    summary: 'Todos sus datos, en un archivo ZIP',
    tags: ['cuentas'],
    security: bearerSecurity,
  }
  app.get('/account/export', { schema }, async (request, reply) => {
    const { accountId } = await room.requireAccount(request)
    await limit.take(accountId)
    return asFile(reply).send(Readable.from(zipOf(exportAccount(room, accountId)), { objectMode: false }))
  })
}
