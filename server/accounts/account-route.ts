import { account, type Account } from '@lacre/letter/accounts/calls.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, notSignedIn } from '../http/bearer.ts'
import type { LetterFigures } from '../ports.ts'
import { livingAccount } from './claims/accounts-table.ts'
import type { AccountsDeps } from './deps.ts'
import { requireAccount } from './sign-in/require-account.ts'

/** Whether the operators module knows this account, and by which name. */
export type OperatorOf = (accountId: string) => Promise<Account['operator']>

/** The profile shows the account's own data, not a sample (design.md#profile-data). */
export function accountRoute(
  app: App,
  deps: Pick<AccountsDeps, 'db' | 'clock'> & { letterFigures: LetterFigures; operatorOf: OperatorOf },
): void {
  const { db, letterFigures, operatorOf } = deps
  const schema = {
    response: { 200: account },
    operationId: 'readAccount',
    summary: 'La cuenta propia',
    tags: ['cuentas'],
    security: bearerSecurity,
  }
  app.get('/account', { schema }, async (request) => {
    const { accountId: id, email, emailVerified } = await requireAccount(deps, request)
    const [joined, { lettersWritten, lastLetterAt }, operator] = await Promise.all([
      livingAccount(db, id).select(['created_at', 'password_hash']).executeTakeFirstOrThrow(notSignedIn),
      letterFigures(id),
      operatorOf(id),
    ])
    return {
      id,
      email,
      emailVerified,
      displayName: email.slice(0, email.lastIndexOf('@')),
      joinedAt: joined.created_at.toISOString(),
      lettersWritten,
      lastLetterAt: lastLetterAt?.toISOString() ?? null,
      hasPassword: joined.password_hash !== null,
      operator,
    }
  })
}
