import type { App } from '../http/app.ts'
import type { RequireAccount } from '../http/bearer.ts'
import type { Limits } from '../http/limits.ts'
import type { Altcha } from '../outside/captcha/altcha.ts'
import type { MintCredential } from '../outside/social/sandbox-social.ts'
import { accountLimits } from './account-limits.ts'
import type { AccountsDeps } from './deps.ts'
import { accountRoute, type LetterFigures, type OperatorOf } from './account-route.ts'
import { challengeRoute } from './challenge-route.ts'
import type { Erasers } from './own-data/erase-account.ts'
import { eraseRoute } from './erase-route.ts'
import type { ExportParts } from './own-data/export-account.ts'
import { exportRoute } from './export-route.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { sandboxCredentialRoute } from './sandbox-credential-route.ts'
import { sessionRoutes } from './session-routes.ts'

type Doors = {
  mode: 'sandbox' | 'real'
  limits: Limits
  requireAccount: RequireAccount
  letterFigures: LetterFigures
  operatorOf: OperatorOf
  erasers: Erasers
  exportParts: ExportParts
  /** Undefined: the captcha is somebody else's. */
  altcha: Altcha | undefined
  /** Undefined: no sandbox sign-in. */
  mint: MintCredential | undefined
}

/** All calls of this room. */
export function accountRoutes(app: App, room: AccountsDeps & Doors): void {
  const limits = accountLimits(room.limits)
  sessionRoutes(app, room, limits)
  mailboxRoutes(app, room, limits)
  accountRoute(app, room)
  exportRoute(app, room)
  eraseRoute(app, room)
  if (room.altcha) challengeRoute(app, room.altcha, limits)
  if (room.mint) sandboxCredentialRoute(app, { mode: room.mode, mint: room.mint, limits })
}
