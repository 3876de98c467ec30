import type { ActingOperator } from '../../http/bearer.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { Refusal } from '../failures.ts'

type Act = { note: string; operator: ActingOperator }

/**
 * No sign-in from now on, and its sessions end; letters that are paid go their way (design.md#disabled-accounts).
 * `disable` false: back to what it was.
 */
export async function setCustomerDisabled(
  { db, clock, setDisabled, isOperator, recordAuditEntry, pseudonymOf }: ConsoleDeps,
  id: string,
  { note, operator, disable }: Act & { disable: boolean },
): Promise<'changed' | Refusal> {
  if (!operator.isSupervisor) return 'supervisor-only'
  return db.transaction().execute(async (tx) => {
    if (disable && (await isOperator(tx, id))) return 'customer-is-operator'
    const now = clock.now()
    if (!(await setDisabled(tx, id, disable ? now : null))) return 'customer-unchanged'
    const action = disable ? 'disable-account' : 'enable-account'
    await recordAuditEntry(tx, { by: operator.name, action, subject: pseudonymOf(id), note, now })
    return 'changed'
  })
}

/** The link that proves the address, once more. @throws Failure 429 */
export async function verifyCustomerAgain(
  { db, clock, sendVerification, recordAuditEntry, pseudonymOf }: ConsoleDeps,
  id: string,
  operator: ActingOperator,
): Promise<'changed' | Refusal> {
  if (!(await sendVerification(id))) return 'nothing-to-verify'
  const entry = { by: operator.name, action: 'send-verification', subject: pseudonymOf(id) } as const
  await db.transaction().execute((tx) => recordAuditEntry(tx, { ...entry, now: clock.now() }))
  return 'changed'
}
