import { userInfo } from 'node:os'
import { email as emailSchema } from '@lacre/letter/accounts/calls.ts'
import { canonicalEmail } from '../accounts/email.ts'
import {
  addOperator,
  changeRank,
  listOperators,
  removeOperator,
  resetFactors,
  verifyAuditCommand,
} from '../print-room/operators-commands.ts'
import type { CommandContext } from './commands.ts'
import type { CommandResult } from '../ports.ts'

/** Whose name stands in the record for what is done here. */
export const terminal = (): string => `terminal: ${userInfo().username}`

const use = `Use: operator add <correo> --name "Ana Ruiz" [--supervisor], operator promote, demote, reset o remove <correo>, u operator list.`
const trouble = (says: string): Promise<CommandResult> => Promise.resolve({ says, trouble: true })

/** `operator add <correo> --name "…" [--supervisor]`, `operator promote|demote|reset|remove <correo>`, `operator list`. */
export function operator(
  { actions: { operators } }: CommandContext,
  [action, written]: string[],
  { name = '', supervisor = false }: { name?: string; supervisor?: boolean },
): Promise<CommandResult> {
  if (action === 'list' && !written) return listOperators(operators)
  if (!written) return trouble(use)
  const order = { email: canonicalEmail(written), by: terminal() }
  if (action === 'remove') return removeOperator(operators, order)
  if (action === 'reset') return resetFactors(operators, order)
  if (action === 'promote' || action === 'demote')
    return changeRank(operators, { ...order, isSupervisor: action === 'promote' })
  if (action !== 'add') return trouble(use)
  if (!emailSchema.safeParse(written).success) return trouble(`«${written}» no es una dirección de correo.`)
  return addOperator(operators, { ...order, name, isSupervisor: supervisor })
}

/** `acts verify`: the record of the print room. */
export async function acts({ database: { db } }: CommandContext, [action]: string[]): Promise<CommandResult> {
  if (action !== 'verify') return trouble('Use: acts verify.')
  return verifyAuditCommand({ db })
}
