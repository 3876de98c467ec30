import type { Session } from '@lacre/letter/accounts/calls.ts'
import { readCode } from '@lacre/letter/accounts/written.ts'
import type { Message } from '@lacre/letter/calls.ts'
import { validFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { ask } from '../api.ts'
import { Captcha, useCaptcha } from '../outside/captcha.tsx'
import { Button } from '../ui/button.tsx'
import { Field, Form } from '../ui/field.tsx'
import { focusFirst } from '../ui/take-focus.ts'
import { useInBrowser } from '../use-in-browser.ts'
import { useAfterSignIn } from '../use-sign-in.ts'
import styles from './auth-page.module.css'
import { EmailField, meantEmail } from './email-field.tsx'
import { enter } from './enter.ts'

const requestCode = (email: string, captchaAnswer: string) =>
  ask<Message>({ path: '/auth/request-code', body: { email, recaptcha_token: captchaAnswer } })
const enterCode = (email: string, code: string) =>
  ask<Session>({ path: '/auth/code/login', body: { email, code } })

type Kept = { codeSentTo?: string } | null

/** The address that the code was sent to, in the history state: on a phone the tab may be discarded while reading the mail. */
const sentTo = () => (history.state as Kept)?.codeSentTo
const rememberSentTo = (email: string | undefined): void =>
  history.replaceState(email ? ({ codeSentTo: email } satisfies Kept) : null, '')

/**
 * Whether the sign-in by code is open, which `isFirst` makes the default. `sentTo`: a code was already sent before the page
 * was loaded.
 */
export function useCodeWay(onError: (message: string | undefined) => void, isFirst = false) {
  const kept = useInBrowser(sentTo, undefined)
  const [chosen, choose] = useState<'code' | 'password'>()
  return {
    isOpen: chosen ? chosen === 'code' : isFirst || kept !== undefined,
    sentTo: chosen ? undefined : kept,
    hasLeft: chosen === 'password',
    open: () => {
      onError(undefined)
      choose('code')
    },
    leave: () => choose('password'),
  }
}

const fallback = 'No se ha podido enviar el código. Compruebe su conexión e inténtelo de nuevo más tarde.'

function AskForCode({
  before,
  onError,
  onSent,
}: {
  before: string
  onError: (message: string | undefined) => void
  onSent: (email: string) => void
}) {
  const form = useId()
  const captcha = useCaptcha()
  const [isBusy, setBusy] = useState(false)

  async function submit({ email = '' }: Record<string, string>) {
    onError(undefined)
    // A password manager may submit the form despite the disabled button.
    if (!captcha.answer) return onError('Por favor, complete la verificación.')
    setBusy(true)
    const answer = await requestCode(email, captcha.answer)
    setBusy(false)
    if (answer.ok) return onSent(email)
    onError(answer.detail ?? fallback)
    captcha.reset()
  }
  return (
    <div className="stack">
      <p>Le enviaremos un código de seis cifras. Si aún no tiene cuenta, se la abrimos con él.</p>
      <Form id={form} ref={focusFirst} onSubmit={submit}>
        <EmailField defaultValue={before} />
      </Form>
      <Captcha {...captcha.given} isAutomatic />
      <Button type="submit" form={form} isBusy={isBusy} disabled={!captcha.answer} className={styles.submit}>
        {isBusy ? 'Procesando...' : 'Enviarme un código'}
      </Button>
    </div>
  )
}

const notEntered = 'No se ha podido iniciar sesión. Compruebe su conexión e inténtelo de nuevo más tarde.'

export function EnterCode({
  email,
  onError,
  onEntered,
}: {
  email: string
  onError: (message: string | undefined) => void
  onEntered: () => void
}) {
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const meant = meantEmail(email)

  /** Submits at the sixth digit. */
  function write(written: string) {
    setCode(written)
    const digits = readCode(written)
    if (digits.length === 6 && digits !== readCode(code)) void submit(digits)
  }
  async function submit(digits: string) {
    if (isBusy) return
    setBusy(true)
    onError(undefined)
    const entered = enter(await enterCode(email, digits), notEntered)
    setBusy(false)
    if (entered === 'entered') onEntered()
    else onError(entered.refused)
  }
  return (
    <Form ref={focusFirst} onSubmit={() => submit(readCode(code))}>
      <p>
        Hemos enviado un código a <strong className="wrap">{email}</strong>. Mire también en el correo no
        deseado.{meant && ` ¿Quería decir ${meant}? Pida otro código.`}
      </p>
      <Field
        label="Código"
        hint={`Seis cifras. Sirve durante ${durationWords(validFor.signInCode)} y solo en este navegador.`}
        name="code"
        value={code}
        onChange={write}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={200}
        required
      />
      <Button type="submit" isBusy={isBusy} className={styles.submit}>
        {isBusy ? 'Procesando...' : 'Entrar'}
      </Button>
    </Form>
  )
}

/** Signs in by six digits sent by mail; opens an account if there is none (design/accounts.md#sign-in-code). */
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

  function go(to?: string) {
    onError(undefined)
    rememberSentTo(to)
    if (to) setEmail(to)
    setSent(to !== undefined)
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
        <AskForCode before={email} onError={onError} onSent={go} />
      )}
      <div className={`row ${styles.others}`}>
        {isSent && (
          <Button kind="quiet" onClick={() => go()}>
            Pedir otro código
          </Button>
        )}
        <Button
          kind="quiet"
          onClick={() => {
            go()
            onLeave()
          }}
        >
          Usar una contraseña
        </Button>
      </div>
    </>
  )
}
