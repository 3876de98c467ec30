import { z } from 'zod'
import type { Captcha } from './captcha.ts'

const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})
// What these say of an answer is nothing: our own key or request is wrong, or the provider is.
const notTheVisitors = /secret|bad-request|internal/

/**
 * reCAPTCHA v2. The visitor's address is not passed on: the provider does not need it.
 * `hostname` is where our pages live: an answer won on another site counts for nothing here.
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

/** Google's public test keys pass everybody and name a host of their own; the settings allow them on this machine only. */
const isHere = (named: string | undefined, hostname: string) =>
  named === hostname || (named === 'testkey.google.com' && /^(localhost|127\.0\.0\.1)$/.test(hostname))
