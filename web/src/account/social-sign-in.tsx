import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { socialLogin } from '../api.ts'
import { SocialButton } from '../outside/social/social-button.tsx'
import type { SocialButtonProps } from '../outside/social/social-button-props.ts'
import { hashOf, newSecret } from '../session.ts'
import { useConfig } from '../use-config.ts'
import styles from './auth-page.module.css'
import { enter } from './enter.ts'

/** What is said when it does not work (specification, section 8). */
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

/** The provider's button and the way on to /write; nothing at all when the server has no provider. */
export function SocialSignIn({
  purpose,
  onError,
}: {
  purpose: SocialButtonProps['purpose']
  onError: (message: string | undefined) => void
}) {
  const [, navigate] = useLocation()
  const config = useConfig()
  const [isBusy, setBusy] = useState(false)
  const [secret] = useState(newSecret)
  const [nonce, setNonce] = useState<string>()
  useEffect(() => void hashOf(secret).then(setNonce), [secret])
  const { failed, broken } = texts[purpose]

  async function signIn(credential: string) {
    onError(undefined)
    setBusy(true)
    const answer = await socialLogin(credential, secret)
    setBusy(false)
    const entered = enter(answer, '')
    if (entered === 'entered') navigate('/write')
    else onError(`${failed} ${entered.refused}`.trim())
  }

  if (config === undefined || !nonce) return <div className={styles.social} />
  if (config === 'unknown' || config.social.kind === 'none') return null
  return (
    <div className={styles.social}>
      <SocialButton
        kind={config.social.kind}
        clientId={config.social.clientId ?? ''}
        purpose={purpose}
        nonce={nonce}
        onCredential={(credential) => void signIn(credential)}
        onMissing={() => onError(failed)}
        onBroken={() => onError(broken)}
      />
      {/* The provider's window is closed by now and its button says nothing: this is the only sign of life. */}
      <p className={styles.or} aria-live="polite">
        {isBusy ? 'Procesando...' : 'o con su correo'}
      </p>
    </div>
  )
}
