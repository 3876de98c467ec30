import type { EndSessions } from '../ports.ts'
import type { FactorDeps } from './factor/prove.ts'
import type { InviteDeps } from './invitation/invite-operator.ts'
import type { TakeUpDeps } from './invitation/take-up-invitation.ts'

/** What the module needs of others. */
export type OperatorsDeps = InviteDeps & TakeUpDeps & FactorDeps & { endSessions: EndSessions }
