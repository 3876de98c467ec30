import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Failure } from './failure.ts'
import type { Tx } from '../database/tables.ts'

/** The account and session of a call, and the network it comes from. */
export type SignedIn = {
  accountId: string
  sessionId: string
  email: string
  emailVerified: boolean
  network: string
}
/** The operator acting in the print room. */
export type ActingOperator = { accountId: string; name: string; isSupervisor: boolean }

/** Filled by routes that authenticate in `onRequest`, before a large body is read. */
export const signedIn = new WeakMap<FastifyRequest, SignedIn>()

/**
 * Authorizes each call anew, so that a removed operator is out at once. 'recent': requires a recent second factor,
 * before letters are downloaded or reprinted. @throws Failure 401 or 403
 */
export type RequireOperator = (request: FastifyRequest, proof?: 'recent') => Promise<ActingOperator>

export const bearerSecurity = [{ bearer: [] }]
/** The common part of the schemas of an account's own calls. */
export const ownCall = (tag: string) => (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags: [tag],
  security: bearerSecurity,
})

export const notSignedIn = () => new Failure(401, 'Inicie sesión para continuar.', 'unauthenticated')

/** The token of `Authorization: Bearer …`. @throws Failure 401 when there is none. */
export function readBearer(request: FastifyRequest): string {
  const token = /^Bearer ([\w~+/.-]{20,200}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw notSignedIn()
  return token
}

/** The key of limits: an IPv4 address, or the /64 of an IPv6 address, since a subscriber has at least a /64. */
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

/** The /48 of an IPv6 caller, which holds 65,536 of them (design/load.md#networks); an IPv4 caller is its own site. */
export const siteOf = (caller: string): string => manyCallers.exec(caller)?.[1] ?? caller

/**
 * Call it before anything is stored for an account. Erasing takes the same lock, so nothing is stored afterwards. Held
 * until the end of the transaction.
 * @throws Failure 401 when the account is erased.
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
