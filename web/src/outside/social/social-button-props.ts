export type SocialButtonProps = {
  clientId: string
  purpose: 'login' | 'register'
  onCredential: (credential: string) => void
  /** The provider gave no credential. */
  onMissing: () => void
  /** The provider's script, or its button, could not be set up. */
  onBroken: () => void
}
