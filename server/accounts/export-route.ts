import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { App } from '../http/app.ts'
import { bearerSecurity } from '../http/bearer.ts'
import type { AccountLimits } from './account-limits.ts'
import type { AccountsDeps } from './deps.ts'
import { exportAccount, type ExportParts } from './own-data/export-account.ts'
import { requireAccount } from './sign-in/require-account.ts'
import { zipOf } from './own-data/export-zip.ts'

const asFile = (reply: FastifyReply): FastifyReply =>
  reply.type('application/zip').header('content-disposition', 'attachment; filename="lacre-mis-datos.zip"')

/** GET /account/export: everything one has, by oneself (design.md#own-data). */
export function exportRoute(
  app: App,
  deps: Pick<AccountsDeps, 'db' | 'clock'> & { limits: AccountLimits; exportParts: ExportParts },
): void {
  const schema = {
    summary: 'Todos sus datos, en un archivo ZIP',
    tags: ['cuentas'],
    security: bearerSecurity,
  }
  app.get('/account/export', { schema }, async (request, reply) => {
    const { accountId } = await requireAccount(deps, request)
    await deps.limits.exports.take(accountId)
    return asFile(reply).send(Readable.from(zipOf(exportAccount(deps, accountId)), { objectMode: false }))
  })
}
