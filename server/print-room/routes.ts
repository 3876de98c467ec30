import type { App } from '../http/app.ts'
import { batchFileRoutes } from './batch-file-routes.ts'
import { batchRoutes } from './batch-routes.ts'
import { concernRoutes } from './concern-routes.ts'
import type { Console } from './console.ts'
import { letterRoutes } from './letter-routes.ts'
import { trackRoutes } from './track-routes.ts'

/** Every call of the console. Each asks anew who acts. */
export function printRoomRoutes(app: App, console: Console): void {
  batchRoutes(app, console)
  batchFileRoutes(app, console)
  trackRoutes(app, console)
  letterRoutes(app, console)
  concernRoutes(app, console)
}
