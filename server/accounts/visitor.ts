import type { FastifyRequest } from 'fastify'
import { hashOfToken } from './token.ts'
import { browserOf } from './browser-of.ts'

/** The browser that makes a call. `device`: of the secret it holds, where it sends one. */
export type Visitor = { device: Buffer | undefined; browser: string }

/** A header, since the specification says what the bodies hold. */
export function visitorOf({ headers }: FastifyRequest): Visitor {
  const [secret] = /^[\w-]{43}$/.exec(String(headers['lacre-device'])) ?? []
  return { device: secret ? hashOfToken(secret) : undefined, browser: browserOf(headers['user-agent'] ?? '') }
}
