import { userInfo } from 'node:os'
import { email as emailSchema } from '@lacre/letter/calls.ts'
import { verifiedAccount } from '../accounts/claims/accounts-table.ts'
import { canonicalEmail } from '../accounts/email.ts'
import { newToken } from '../accounts/token.ts'
import {
  addOperator,
  changeRank,
  listOperators,
  removeOperator,
  resetFactors,
  verifyAuditCommand,
} from '../operators/commands.ts'
import { pseudonymOf } from '../operators/pseudonym.ts'
import type { CommandContext } from './context.ts'
import type { CommandResult } from '../ports.ts'

/** Whose name stands in the record for what is done here. */
export const terminal = (): string => `terminal: ${userInfo().username}`

const use = `Use: operator add <correo> --name "Ana Ruiz" [--supervisor], operator promote, demote, reset o remove <correo>, u operator list.`
const trouble = (says: string): Promise<CommandResult> => Promise.resolve({ says, trouble: true })

/** `operator add <correo> --name "…" [--supervisor]`, `operator promote|demote|reset|remove <correo>`, `operator list`. */
export function operator(
  { database: { db }, world: { clock, random, cipher, settings }, actions: { queueMail } }: CommandContext,
  [action, written]: string[],
  { name = '', supervisor = false }: { name?: string; supervisor?: boolean },
): Promise<CommandResult> {
  const pseudonyms = (about: string) => pseudonymOf(cipher, about)
  const deps = { db, clock, verifiedAccount, pseudonymOf: pseudonyms }
  if (action === 'list' && !written) return listOperators(deps)
  if (!written) return trouble(use)
  const order = { email: canonicalEmail(written), by: terminal() }
  if (action === 'remove') return removeOperator(deps, order)
  if (action === 'reset') return resetFactors(deps, order)
  if (action === 'promote' || action === 'demote')
    return changeRank(deps, { ...order, isSupervisor: action === 'promote' })
  if (action !== 'add') return trouble(use)
  if (!emailSchema.safeParse(written).success) return trouble(`«${written}» no es una dirección de correo.`)
  const inviting = { ...deps, newToken: () => newToken(random), queueMail, publicUrl: settings.publicUrl }
  return addOperator(inviting, { ...order, name, isSupervisor: supervisor })
}

export function acts({ database: { db } }: CommandContext, [action]: string[]): Promise<CommandResult> {
  return action === 'verify' ? verifyAuditCommand({ db }) : trouble('Use: acts verify.')
}
