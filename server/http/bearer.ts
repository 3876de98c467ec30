import type { FastifyRequest } from 'fastify'
import { Failure } from './failure.ts'

/** Whose login session the call carries, and where they call from (caller.ts). */
export type SignedIn = {
  accountId: string
  sessionId: string
  email: string
  emailVerified: boolean
  network: string
}
/** Under whose name an act in the print room is done. */
export type ActingOperator = { accountId: string; name: string; isSupervisor: boolean }
/**
 * A visible argument of every route that needs it. 'paid-claim': also a claim that has lost its address, for what it has
 * paid (design.md#paid-unproven). @throws Failure 401, or 403 for such a claim
 */
export type RequireAccount = (request: FastifyRequest, also?: 'paid-claim') => Promise<SignedIn>

/** Of calls whose route asks in `onRequest`, before a body of megabytes is read. */
export const signedIn = new WeakMap<FastifyRequest, SignedIn>()

/**
 * Asked anew at each call: who was removed is out at once. 'recent': who has just given their second factor, before
 * letters are downloaded or reprinted. @throws Failure 401 or 403
 */
export type RequireOperator = (request: FastifyRequest, proof?: 'recent') => Promise<ActingOperator>

/** What the schema of such a call says. */
export const bearerSecurity = [{ bearer: [] }]

export const notSignedIn = () => new Failure(401, 'Inicie sesión para continuar.', 'unauthenticated')

/** The token of `Authorization: Bearer …`. @throws Failure 401 when there is none. */
export function bearerOf(request: FastifyRequest): string {
  const token = /^Bearer ([\w~+/.-]{20,200}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw notSignedIn()
  return token
}
