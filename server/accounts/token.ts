import { createHash } from 'node:crypto'
import type { Random } from '../outside/random.ts'

/** Only this reaches the database: a copy of it opens nothing. A 256-bit secret needs no slow hash. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Opaque, 256 bits, fit for a URL and a header. */
export function newToken(random: Random): { token: string; hash: Buffer } {
  const token = random.bytes(32).toString('base64url')
  return { token, hash: hashOfToken(token) }
}
