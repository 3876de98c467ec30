import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** As a browser does it, for tests and measurements: a second of work. */
export async function solve(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('not solved')
  return { challenge, solution }
}
export const answer = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
