import { userInfo } from 'node:os'
import { verifiedAccount } from '../accounts/claims/accounts-table.ts'
import { addOperator, listOperators, removeOperator, verifyAuditCommand } from '../operators/commands.ts'
import type { CommandContext } from './context.ts'
import type { CommandResult } from '../ports.ts'

/** Whose name stands in the record for what is done here. */
export const terminal = (): string => `terminal: ${userInfo().username}`

/** `operator add <correo> --name "…" [--supervisor]`, `operator remove <correo>`, `operator list`. */
export function operator(
  { database: { db }, world: { clock } }: CommandContext,
  [action, email]: string[],
  { name, supervisor }: { name?: string; supervisor?: boolean },
): Promise<CommandResult> {
  const by = terminal()
  if (action === 'add' && email)
    return addOperator({ db, clock, verifiedAccount }, { email, name, isSupervisor: supervisor ?? false, by })
  if (action === 'remove' && email) return removeOperator({ db, clock, verifiedAccount }, { email, by })
  if (action === 'list' && !email) return listOperators({ db })
  const says = 'Use: operator add <correo> --name "Ana Ruiz", operator remove <correo>, u operator list.'
  return Promise.resolve({ says, trouble: true })
}

export function acts({ database: { db } }: CommandContext, [action]: string[]): Promise<CommandResult> {
  if (action === 'verify') return verifyAuditCommand({ db })
  return Promise.resolve({ says: 'Use: acts verify.', trouble: true })
}
