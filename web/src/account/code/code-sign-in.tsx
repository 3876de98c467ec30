import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { useAfterSignIn } from '../../use-sign-in.ts'
import styles from '../auth-page.module.css'
import { AskForCode } from './ask-for-code.tsx'
import { rememberSentTo } from './code-way.ts'
import { EnterCode } from './enter-code.tsx'

/** Six digits by e-mail in place of a password; who has no account gets one (design.md#sign-in-code). */
export function CodeSignIn({
  sentTo,
  onError,
  onLeave,
}: {
  sentTo: string | undefined
  onError: (message: string | undefined) => void
  onLeave: () => void
}) {
  const [, navigate] = useLocation()
  const next = useAfterSignIn()
  const [email, setEmail] = useState(sentTo ?? '')
  const [isSent, setSent] = useState(sentTo !== undefined)

  function go(on: boolean) {
    onError(undefined)
    rememberSentTo(on ? email : undefined)
    setSent(on)
  }
  return (
    <>
      {isSent ? (
        <EnterCode
          email={email}
          onError={onError}
          onEntered={() => {
            rememberSentTo(undefined)
            navigate(next)
          }}
        />
      ) : (
        <AskForCode email={email} onEmail={setEmail} onError={onError} onSent={() => go(true)} />
      )}
      <div className={styles.others}>
        {isSent && (
          <Button kind="quiet" onClick={() => go(false)}>
            Pedir otro código
          </Button>
        )}
        <Button
          kind="quiet"
          onClick={() => {
            go(false)
            onLeave()
          }}
        >
          Usar una contraseña
        </Button>
      </div>
    </>
  )
}
