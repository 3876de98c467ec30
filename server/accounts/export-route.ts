import { Readable } from 'node:stream'
import type { App } from '../http/app.ts'
import { attachment, fileOf } from '../http/answers/attachment.ts'
import { createStreamGuard } from '../http/answers/guard-streams.ts'
import { bearerSecurity } from '../http/bearer.ts'
import type { AccountLimits } from './account-limits.ts'
import type { AccountsDeps } from './deps.ts'
import { exportAccount, type ExportParts } from './own-data/export-account.ts'
import { requireAccount } from './sign-in/require-account.ts'
import { zipOf } from './own-data/export-zip.ts'

/** GET /account/export: everything one has, by oneself (design.md#own-data). */
export function exportRoute(
  app: App,
  deps: Pick<AccountsDeps, 'db' | 'clock'> & { limits: AccountLimits; exportParts: ExportParts },
): void {
  const schema = {
    response: { 200: fileOf('application/zip') },
    operationId: 'exportAccount',
    summary: 'Todos sus datos, en un archivo ZIP',
    tags: ['cuentas'],
    security: bearerSecurity,
  }
  const guard = createStreamGuard()
  // No HEAD: it would read everything for nobody, as fast as it can.
  app.get('/account/export', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { accountId } = await requireAccount(deps, request)
    await deps.limits.exports.take(accountId)
    await guard(request, reply)
    const zip = Readable.from(zipOf(await exportAccount(deps, accountId)), { objectMode: false })
    return attachment(reply, 'application/zip', 'lacre-mis-datos.zip').send(zip)
  })
}
