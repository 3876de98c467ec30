import { userInfo } from 'node:os'
import { addOperator, listOperators, removeOperator, verifyActsCommand } from '../operators/commands.ts'
import type { House } from './house.ts'
import type { Said } from './said.ts'

/** Whose name stands in the record for what is done here. */
export const terminal = (): string => `terminal: ${userInfo().username}`

export type OperatorFlags = { name?: string | undefined; supervisor?: boolean | undefined }

/** `operator add <correo> --name "…" [--supervisor]`, `operator remove <correo>`, `operator list`. */
export function operator(
  { database: { db }, world: { clock } }: House,
  [deed, email]: string[],
  { name, supervisor }: OperatorFlags,
): Promise<Said> {
  const by = terminal()
  if (deed === 'add' && email)
    return addOperator({ db, clock }, { email, name, isSupervisor: supervisor ?? false, by })
  if (deed === 'remove' && email) return removeOperator({ db, clock }, { email, by })
  if (deed === 'list' && !email) return listOperators({ db })
  const says = 'Use: operator add <correo> --name "Ana Ruiz", operator remove <correo>, u operator list.'
  return Promise.resolve({ says, trouble: true })
}

export function acts({ database: { db } }: House, [deed]: string[]): Promise<Said> {
  if (deed === 'verify') return verifyActsCommand({ db })
  return Promise.resolve({ says: 'Use: acts verify.', trouble: true })
}
