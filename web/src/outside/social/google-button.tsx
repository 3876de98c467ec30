import { GoogleLogin, GoogleOAuthProvider } from '@react-oauth/google'
import type { SocialButtonProps } from './social-button.tsx'

export function GoogleButton({ clientId, purpose, onCredential, onMissing, onBroken }: SocialButtonProps) {
  return (
    <GoogleOAuthProvider clientId={clientId} locale="es" onScriptLoadError={onBroken}>
      <GoogleLogin
        text={purpose === 'login' ? 'signin_with' : 'signup_with'}
        onSuccess={({ credential }) => (credential ? onCredential(credential) : onMissing())}
        onError={onMissing}
      />
    </GoogleOAuthProvider>
  )
}
