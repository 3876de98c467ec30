import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { callerOf } from '../http/bearer.ts'
import { createLine } from '../http/line.ts'
import { busy } from '../http/semaphore.ts'

/** Takes the same time for an account without a password, or without an account: then the answer is no. */
export type Matches = (password: string, hash: string | null | undefined) => Promise<boolean>

/** `ip`: of the caller, whose network waits its turn (design.md#password-queue). @throws Failure 503 */
export type Passwords = {
  hash(password: string, ip: string): Promise<string>
  /** Other callers wait until `work` ends, so it asks nothing outside. */
  inTurn<Outcome>(ip: string, work: (matches: Matches) => Promise<Outcome>): Promise<Outcome>
}

// argon2id at OWASP's minimum: 19 MiB and some 10 to 25 ms for each.
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
// Never every processor, nor more than half of the four threads that files, names and captchas share.
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
// A queue longer than this waits for minutes.
const atMostWaiting = 200

/** Sixteen zero bytes of salt, thirty-two of hash: no known password gives it. */
const nobodys = `$argon2id$v=19$m=${argon.memoryCost},t=${argon.timeCost},p=${argon.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
/** The same letters typed on two keyboards may come composed or not. */
const asTyped = (password: string) => password.normalize('NFC')

const matches: Matches = (password, known) => verify(known ?? nobodys, asTyped(password))

export function createPasswords(): Passwords {
  const limited = semaphore(atOnce, atMostWaiting)
  return {
    hash: (password, ip) => limited(() => hash(asTyped(password), argon), callerOf(ip)),
    inTurn: (ip, work) => limited(() => work(matches), callerOf(ip)),
  }
}

/**
 * Runs at most `running` actions at once. Up to `waiting` more take turns by network, of which one has a tenth of the places
 * (design.md#password-queue). @throws Failure 503 where there is no place
 */
export function semaphore(
  running: number,
  waiting: number,
): <T>(action: () => Promise<T>, network: string) => Promise<T> {
  let free = running
  const line = createLine<{ network: string; start(): void; refuse(error: Error): void }>(
    waiting,
    waiting / 10,
  )
  const wait = (network: string) =>
    new Promise<void>((start, refuse) => line.push({ network, start, refuse })?.refuse(busy()))
  return async (action, network) => {
    if (free > 0) free--
    else await wait(network)
    try {
      return await action()
    } finally {
      const next = line.shift()
      if (next) next.start()
      else free++
    }
  }
}
