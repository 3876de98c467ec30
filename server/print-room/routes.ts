import type { App } from '../http/app.ts'
import { batchFileRoutes, batchRoutes } from './batch-routes.ts'
import { issueRoutes } from './issues.ts'
import type { ConsoleDeps } from './call.ts'
import { officeRoutes } from './office.ts'
import { letterRoutes, trackRoutes } from './letter-routes.ts'

/** Every call of the console. Each authorizes the operator itself. */
export function printRoomRoutes(app: App, deps: ConsoleDeps): void {
  batchRoutes(app, deps)
  batchFileRoutes(app, deps)
  trackRoutes(app, deps)
  letterRoutes(app, deps)
  issueRoutes(app, deps)
  officeRoutes(app, deps)
}
