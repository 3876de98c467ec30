import type { FastifyRequest } from 'fastify'
import type { Db } from '../database/tables.ts'
import type { ActingOperator, RequireAccount } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { operatorOf } from './operators-table.ts'

const notOperator = 'Esta página es solo para quien imprime las cartas.'

/** Who acts in the print room. */
export async function requireOperator(
  { db, requireAccount }: { db: Db; requireAccount: RequireAccount },
  request: FastifyRequest,
): Promise<ActingOperator> {
  const { accountId } = await requireAccount(request)
  const operator = await operatorOf(db, accountId)
  if (!operator) throw new Failure(403, notOperator, 'not-operator')
  return { accountId, ...operator }
}
