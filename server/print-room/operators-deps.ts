import type { EndSessions, VerifiedAccount } from '../ports.ts'
import type { FactorDeps } from './factors.ts'

/** What the module needs of others. */
export type OperatorsDeps = FactorDeps & { verifiedAccount: VerifiedAccount; endSessions: EndSessions }
