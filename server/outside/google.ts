import { createHash } from 'node:crypto'
import type { JWTVerifyGetKey } from 'jose'
import type { Clock } from './clock.ts'

/** What the provider asserts. `authoritative`: it runs this mailbox, so its assertion holds now. */
export type SocialIdentity = {
  subject: string
  email: string
  emailVerified: boolean
  authoritative: boolean
}

/** `undefined`: not a valid credential for us. @throws when the provider's keys cannot be reached (503) */
export type SocialSignIn = {
  /** `secret`: the browser's, whose hash is in the credential, so that a copied credential is useless elsewhere. */
  identify(credential: string, secret: string): Promise<SocialIdentity | undefined>
}

const googleIssuers = ['https://accounts.google.com', 'accounts.google.com']
// jose's errors when the keys, not the credential, are the problem: no answer, not 200, no key set.
const troubleWithKeys = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'])

/** Google's keys, fetched when one is missing and cached for ten minutes. */
export function googleKeys(certsUrl: URL, timeoutMs = 5_000): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | undefined
  return async (header, token) => {
    const { createRemoteJWKSet } = await import('jose')
    keys ??= createRemoteJWKSet(certsUrl, { timeoutDuration: timeoutMs })
    return keys(header, token)
  }
}

/** Checks the ID token of Google's button: signature, issuer, audience, age, browser, and the mailbox's claims. */
export function createGoogleSignIn({
  clientId,
  keys,
  clock,
  issuers = googleIssuers,
}: {
  clientId: string
  keys: JWTVerifyGetKey
  clock: Clock
  issuers?: string[]
}): SocialSignIn {
  return {
    async identify(credential, secret) {
      const { errors, jwtVerify } = await import('jose')
      try {
        const { payload } = await jwtVerify(credential, keys, {
          issuer: issuers,
          audience: clientId,
          algorithms: ['RS256'],
          requiredClaims: ['sub', 'email', 'exp', 'iat', 'nonce'],
          maxTokenAge: '1h',
          clockTolerance: 5,
          currentDate: clock.now(),
        })
        return payload['nonce'] === nonceOf(secret) ? identityOf(payload) : undefined
      } catch (error) {
        if (error instanceof errors.JOSEError && !troubleWithKeys.has(error.code)) return undefined
        throw error
      }
    },
  }
}

/** The hash the browser sends to Google; empty without a secret. */
const nonceOf = (secret: string) => secret && createHash('sha256').update(secret).digest('base64url')

/** Google is authoritative only for its own mailboxes: gmail.com, and Workspace domains, which carry `hd`. */
function identityOf(claims: Record<string, unknown>): SocialIdentity | undefined {
  const { sub, email, email_verified: verified, hd } = claims
  if (typeof sub !== 'string' || typeof email !== 'string') return undefined
  const emailVerified = verified === true || verified === 'true'
  const isItsOwn = email.toLowerCase().endsWith('@gmail.com') || typeof hd === 'string'
  return { subject: sub, email, emailVerified, authoritative: emailVerified && isItsOwn }
}
