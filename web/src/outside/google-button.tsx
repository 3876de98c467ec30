import './provider-policy.ts'
import { GoogleLogin, GoogleOAuthProvider } from '@react-oauth/google'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import type { SocialButtonProps } from './social-button.tsx'

/** `window.google` after the script has run; the substitute of a content blocker lacks it. */
type GoogleWindow = { google?: { accounts?: { id?: object } } }

const hasLoaded = () => !!(globalThis as GoogleWindow).google?.accounts?.id

export function GoogleButton({
  clientId,
  purpose,
  nonce,
  onCredential,
  onMissing,
  onBroken,
}: SocialButtonProps) {
  return (
    // The provider's script may throw during setup: then only the button is missing.
    <ErrorBoundary instead={null} onBroken={onBroken}>
      <GoogleOAuthProvider
        clientId={clientId}
        locale="es"
        onScriptLoadSuccess={() => hasLoaded() || onBroken()}
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
