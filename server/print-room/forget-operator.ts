import type { ForgetOperator } from '../ports.ts'
import type { OperatorsDeps } from './operators-deps.ts'
import { dropOperator } from './operators-table.ts'
import { recordAuditEntry } from './audit-log.ts'

/** Their own doing, as far as the record can tell; their second factors go with the row. */
export const forgetOperator = async (
  { clock, pseudonymOf }: Pick<OperatorsDeps, 'clock' | 'pseudonymOf'>,
  ...[tx, accountId]: Parameters<ForgetOperator>
): ReturnType<ForgetOperator> => {
  const wasOperator = await dropOperator(tx, accountId)
  return async () => {
    if (!wasOperator) return
    const subject = pseudonymOf(accountId)
    await recordAuditEntry(tx, { by: subject, action: 'remove-operator', subject, now: clock.now() })
  }
}
