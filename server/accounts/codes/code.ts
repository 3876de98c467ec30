import type { Random } from '../../outside/random.ts'
import { hashOfToken } from '../token.ts'

/** Six digits. Of 48 random bits no code is likelier than another by more than one in 280 million. */
export const newCode = (random: Random): string =>
  String(random.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/**
 * Of the digits, whatever was typed between them. They alone would be guessed from their hash at once; the browser's
 * secret is nowhere in the database.
 */
export const hashOfCode = (typed: string, secret: string): Buffer =>
  hashOfToken(`${typed.replaceAll(/\D/g, '')} ${secret}`)
