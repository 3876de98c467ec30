export type SocialButtonProps = {
  clientId: string
  purpose: 'login' | 'register'
  /** What the credential must carry: only the browser that holds its secret can use it. */
  nonce: string
  onCredential: (credential: string) => void
  /** The provider gave no credential. */
  onMissing: () => void
  /** The provider's script, or its button, could not be set up. */
  onBroken: () => void
}
