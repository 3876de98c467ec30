import { hkdfSync } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Clock, Random } from './clock.ts'

/**
 * Proof that a human is registering. `answer`: from the widget (`recaptcha_token`).
 * @throws when the provider does not answer: the caller must refuse with "try again".
 */
export type Captcha = { verify(answer: string): Promise<boolean> }

/** Stores a used challenge until it expires; false: it was used before. */
export type SpendAnswer = (nonce: string, expiresAt: Date) => Promise<boolean>
export type Altcha = Captcha & { challenge(): Promise<Challenge> }

const algorithm = 'PBKDF2/SHA-256'
// Browsers solve it in 0.55 to 1.1 s; the library's own example (5000, 5000 to 10000) takes 5 to 7 s.
const cost = 1000
const fewest = 1000
const most = 3000
const secondsToAnswer = 10 * 60

// The signature covers the parameters as sent, so unknown ones must stay.
const answered = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Proof of work, without a third party. `key`: at least 32 secret bytes, the same on all nodes and after a restart. */
export function createAltcha(world: {
  key: Buffer
  clock: Clock
  random: Random
  spend: SpendAnswer
}): Altcha {
  const { clock, random, spend } = world
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', world.key, '', use, 32)).toString('hex')
  const secrets = {
    hmacSignatureSecret: derived('captcha challenge'),
    hmacKeySignatureSecret: derived('captcha solution'),
  }
  const counter = () => fewest + (random.bytes(4).readUInt32BE() % (most - fewest + 1))
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  return {
    challenge: () =>
      createChallenge({
        algorithm,
        cost,
        counter: counter(),
        deriveKey,
        expiresAt: seconds() + secondsToAnswer,
        ...secrets,
      }),
    async verify(answer) {
      const { challenge, solution } =
        answered.safeParse(parseJson(Buffer.from(answer, 'base64').toString())).data ?? {}
      if (!challenge || !solution) return false
      const { nonce, expiresAt } = challenge.parameters
      if (expiresAt <= seconds()) return false
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      return verified && (await spend(nonce, new Date(expiresAt * 1000)))
    },
  }
}

const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})
// These codes mean that our key or request, or the provider, is wrong, not the answer.
const notTheVisitors = /secret|bad-request|internal/

/**
 * reCAPTCHA v2. The visitor's address is not sent: the provider does not need it. `hostname`: of our pages; an answer
 * from another site is refused.
 */
export function createRecaptcha({
  secretKey,
  verifyUrl,
  hostname,
  timeoutMs = 5_000,
}: {
  secretKey: string
  verifyUrl: URL
  hostname: string
  timeoutMs?: number
}): Captcha {
  return {
    async verify(answer) {
      if (!answer) return false
      const reply = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: answer }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!reply.ok) throw new Error(`siteverify answered ${reply.status}`)
      const said = verdict.parse(await reply.json())
      const ours = said['error-codes'].find((code) => notTheVisitors.test(code))
      if (ours) throw new Error(`siteverify answered ${ours}`)
      return said.success && isHere(said.hostname, hostname)
    },
  }
}

/** Google's public test keys accept everybody, under their own host name; settings allow them only on this machine. */
const isHere = (named: string | undefined, hostname: string) =>
  named === hostname || (named === 'testkey.google.com' && /^(localhost|127\.0\.0\.1)$/.test(hostname))

/** Undefined when it is no JSON. The caller checks its shape. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
