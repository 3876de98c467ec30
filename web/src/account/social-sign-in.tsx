import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { socialLogin } from '../api.ts'
import { SocialButton, type SocialButtonProps } from '../outside/social-button.tsx'
import { hashSecret, newSecret } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { useConfig } from '../use-config.ts'
import { useAfterSignIn } from '../use-sign-in.ts'
import styles from './auth-page.module.css'
import { enter } from './enter.ts'

/** Specification, section 8. */
const texts = {
  login: {
    failed: 'No se ha podido iniciar sesión con Google.',
    broken: 'No se ha podido cargar el botón de inicio de sesión con Google.',
  },
  register: {
    failed: 'No se ha podido completar el registro con Google.',
    broken: 'No se ha podido cargar el botón de registro con Google.',
  },
} satisfies Record<SocialButtonProps['purpose'], { failed: string; broken: string }>

/** Sign-in without a password: the provider's button, if configured, and the code, unless its form is already open. */
export function SocialSignIn({
  purpose,
  onError,
  onCode,
}: {
  purpose: SocialButtonProps['purpose']
  onError: (message: string | undefined) => void
  onCode?: () => void
}) {
  const [, navigate] = useLocation()
  const next = useAfterSignIn()
  const config = useConfig()
  const [isBusy, setBusy] = useState(false)
  const [secret] = useState(newSecret)
  const [nonce, setNonce] = useState<string>()
  useEffect(() => void hashSecret(secret).then(setNonce), [secret])
  const { failed, broken } = texts[purpose]

  async function signIn(credential: string) {
    onError(undefined)
    setBusy(true)
    const answer = await socialLogin(credential, secret)
    setBusy(false)
    const entered = enter(answer, '')
    if (entered === 'entered') navigate(next)
    else onError(`${failed} ${entered.refused}`.trim())
  }

  const social = config === undefined || config === 'unknown' ? undefined : config.social
  return (
    <div className={onCode ? 'stack' : styles.below}>
      {(config === undefined || !nonce) && <div className={styles.social} />}
      {nonce && social && social.kind !== 'none' && (
        <div className={styles.social}>
          <SocialButton
            kind={social.kind}
            clientId={social.clientId ?? ''}
            purpose={purpose}
            nonce={nonce}
            onCredential={(credential) => void signIn(credential)}
            onMissing={() => onError(failed)}
            onBroken={() => onError(broken)}
          />
        </div>
      )}
      {onCode && (
        <Button kind="secondary" onClick={onCode}>
          Continuar con un código
        </Button>
      )}
      {/* The provider's window is closed by now, so this is the only sign of progress. */}
      <p className={`soft ${styles.or}`} aria-live="polite">
        {isBusy ? 'Procesando...' : onCode ? 'o con una contraseña' : 'o'}
      </p>
    </div>
  )
}
