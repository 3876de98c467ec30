import type { FastifyRequest } from 'fastify'
import { hashOfToken } from './token.ts'
import { browserOf } from './browser-of.ts'

/** A browser that sends the secret it holds. `device`: its hash. */
export type KnownVisitor = { device: Buffer; secret: string; browser: string; ip: string }
/** The browser that makes a call. */
export type Visitor = KnownVisitor | { device: undefined; browser: string; ip: string }

/** A header, since the specification says what the bodies hold. */
export function visitorOf({ headers, ip }: FastifyRequest): Visitor {
  const [secret] = /^[\w-]{43}$/.exec(String(headers['lacre-device'])) ?? []
  const browser = browserOf(headers['user-agent'] ?? '')
  return secret ? { device: hashOfToken(secret), secret, browser, ip } : { device: undefined, browser, ip }
}
