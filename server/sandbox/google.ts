import type { JWTVerifyGetKey } from 'jose'
import type { Clock } from '../outside/clock.ts'
import { createGoogleSignIn, type SocialSignIn } from '../outside/google.ts'

/** A credential for any reserved address; `undefined` for an address that may really exist. */
export type MintCredential = (email: string, nonce: string) => Promise<string | undefined>

const issuer = 'https://sandbox.invalid'
const clientId = 'sandbox'
/** Names that cannot be registered (RFC 2606): the sandbox signs anyone in, so it must not know real addresses. */
const reserved = /(?:\.test|@example\.(?:com|org|net))$/i
/** Plays a domain whose mail the provider runs; all others play mail hosted elsewhere. */
const ownDomain = 'ejemplo.test'

/**
 * The provider's part: real tokens, checked by the same code, signed with a key that lives as long as the process.
 * Credentials of before a restart, or of another node, fail; they last five minutes anyway.
 */
export function createSandboxSocial(clock: Clock): { signIn: SocialSignIn; mint: MintCredential } {
  let made: ReturnType<typeof makeKeys> | undefined
  const keys = () => (made ??= makeKeys()) // takes 0.2 s, so only on demand
  const findKey: JWTVerifyGetKey = async (header, token) => (await keys()).find(header, token)
  return {
    signIn: createGoogleSignIn({ clientId, keys: findKey, clock, issuers: [issuer] }),
    async mint(email, nonce) {
      if (!reserved.test(email)) return undefined
      const claims = email.toLowerCase().endsWith(`@${ownDomain}`) ? { hd: ownDomain } : {}
      const now = Math.floor(clock.now().getTime() / 1000)
      const { SignJWT } = await import('jose')
      return new SignJWT({ email, email_verified: true, nonce, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'sandbox' })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(`sandbox:${email.toLowerCase()}`)
        .setIssuedAt(now)
        .setExpirationTime(now + 5 * 60)
        .sign((await keys()).privateKey)
    },
  }
}

async function makeKeys() {
  const { createLocalJWKSet, exportJWK, generateKeyPair } = await import('jose')
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'sandbox', alg: 'RS256', use: 'sig' }
  return { privateKey, find: createLocalJWKSet({ keys: [key] }) }
}
