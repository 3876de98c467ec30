import './provider-policy.ts'
import { GoogleLogin, GoogleOAuthProvider } from '@react-oauth/google'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import type { SocialButtonProps } from './social-button.tsx'

/** What `window.google` is once the provider's script has run; a blocker's stand-in leaves it out. */
type Arrived = { google?: { accounts?: { id?: object } } }

const hasArrived = () => !!(globalThis as Arrived).google?.accounts?.id

export function GoogleButton({
  clientId,
  purpose,
  nonce,
  onCredential,
  onMissing,
  onBroken,
}: SocialButtonProps) {
  return (
    // The provider's script may throw while it sets up its button: that costs the button, never the form.
    <ErrorBoundary instead={null} onBroken={onBroken}>
      <GoogleOAuthProvider
        clientId={clientId}
        locale="es"
        onScriptLoadSuccess={() => hasArrived() || onBroken()}
        onScriptLoadError={onBroken}
      >
        <GoogleLogin
          text={purpose === 'login' ? 'signin_with' : 'signup_with'}
          onSuccess={({ credential }) => (credential ? onCredential(credential) : onMissing())}
          onError={onMissing}
          nonce={nonce}
        />
      </GoogleOAuthProvider>
    </ErrorBoundary>
  )
}
