import type { FastifyRequest } from 'fastify'
import { hashOfToken } from './token.ts'
import { browserOf } from './browser-of.ts'

/** The browser that makes a call. `device`: the hash of the secret it holds, where it sends one. */
export type Visitor = { device: Buffer | undefined; secret: string | undefined; browser: string }
export type KnownVisitor = { device: Buffer; secret: string; browser: string }

export const isKnownVisitor = (visitor: Visitor): visitor is KnownVisitor => visitor.device !== undefined

/** A header, since the specification says what the bodies hold. */
export function visitorOf({ headers }: FastifyRequest): Visitor {
  const [secret] = /^[\w-]{43}$/.exec(String(headers['lacre-device'])) ?? []
  return {
    device: secret ? hashOfToken(secret) : undefined,
    secret,
    browser: browserOf(headers['user-agent'] ?? ''),
  }
}
