import type { App } from '../http/app.ts'
import type { Altcha } from '../outside/captcha/altcha.ts'
import type { MintCredential } from '../outside/social/sandbox-social.ts'
import type { LetterFigures } from '../ports.ts'
import type { AccountLimits } from './account-limits.ts'
import type { AccountsDeps } from './deps.ts'
import { accountRoute, type OperatorOf } from './account-route.ts'
import { challengeRoute } from './providers/challenge-route.ts'
import { codeRoutes } from './code-routes.ts'
import type { Erasers } from './own-data/erase-account.ts'
import { eraseRoute } from './erase-route.ts'
import type { ExportParts } from './own-data/export-account.ts'
import { exportRoute } from './export-route.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { sandboxCredentialRoute } from './providers/sandbox-credential-route.ts'
import { sessionsRoute } from './sessions-route.ts'
import { sessionRoutes } from './session-routes.ts'

type RoutesDeps = AccountsDeps & {
  mode: 'sandbox' | 'real'
  limits: AccountLimits
  letterFigures: LetterFigures
  operatorOf: OperatorOf
  erasers: Erasers
  exportParts: ExportParts
  /** Undefined: the captcha is somebody else's. */
  altcha: Altcha | undefined
  /** Undefined: no sandbox sign-in. */
  mint: MintCredential | undefined
}

/** All calls of this module. */
export function accountRoutes(app: App, deps: RoutesDeps): void {
  const { altcha, mint, limits } = deps
  sessionRoutes(app, deps)
  mailboxRoutes(app, deps)
  codeRoutes(app, deps)
  accountRoute(app, deps)
  sessionsRoute(app, deps)
  exportRoute(app, deps)
  eraseRoute(app, deps)
  if (altcha) challengeRoute(app, { altcha, limits })
  if (mint) sandboxCredentialRoute(app, { mode: deps.mode, mint, limits })
}
