/** What the provider vouches for. `authoritative`: it is the mailbox's own provider, so its word on the address holds now. */
export type SocialIdentity = {
  subject: string
  email: string
  emailVerified: boolean
  authoritative: boolean
}

/**
 * Checks the credential that the provider's button gave the browser.
 * `undefined` means: not a valid credential for us. @throws when the provider's keys cannot be reached (answer 503).
 */
export type SocialSignIn = {
  /** `secret`: of the browser that asked for the credential, which carries its hash; whoever copies the one lacks the other. */
  identify(credential: string, secret: string): Promise<SocialIdentity | undefined>
}
