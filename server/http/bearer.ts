import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Failure } from './failure.ts'
import type { Tx } from '../database/tables.ts'

/** Whose login session the call carries, and where they call from. */
export type SignedIn = {
  accountId: string
  sessionId: string
  email: string
  emailVerified: boolean
  network: string
}
/** Under whose name an act in the print room is done. */
export type ActingOperator = { accountId: string; name: string; isSupervisor: boolean }

/** Of calls whose route asks in `onRequest`, before a body of megabytes is read. */
export const signedIn = new WeakMap<FastifyRequest, SignedIn>()

/**
 * Asked anew at each call: who was removed is out at once. 'recent': who has just given their second factor, before
 * letters are downloaded or reprinted. @throws Failure 401 or 403
 */
export type RequireOperator = (request: FastifyRequest, proof?: 'recent') => Promise<ActingOperator>

/** What the schema of such a call says. */
export const bearerSecurity = [{ bearer: [] }]
/** What the schemas of a person's own calls of one subject begin with. */
export const ownCall = (tag: string) => (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags: [tag],
  security: bearerSecurity,
})

export const notSignedIn = () => new Failure(401, 'Inicie sesión para continuar.', 'unauthenticated')

/** The token of `Authorization: Bearer …`. @throws Failure 401 when there is none. */
export function bearerOf(request: FastifyRequest): string {
  const token = /^Bearer ([\w~+/.-]{20,200}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw notSignedIn()
  return token
}

/** Whom a limit counts: an IPv4 address, or the /64 an IPv6 one lies in, of which every subscriber has at least one. */
export function callerOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

const manyCallers = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+$/

/** The /48 of an IPv6 caller, which holds 65,536 of them (design/load.md#networks); others are a caller alone. */
export const siteOf = (caller: string): string => manyCallers.exec(caller)?.[1] ?? caller

/**
 * Before anything is kept in an account: whoever erases it locks it too, so that nothing comes after the erasure. Until
 * the end of the transaction nobody else who calls this keeps anything in it.
 * @throws Failure 401 when it is erased.
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account?.email) throw notSignedIn()
}
