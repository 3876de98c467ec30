import './provider-policy.ts'
import { seconds } from '@lacre/letter/days.ts'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import ReCAPTCHA from 'react-google-recaptcha'
import type { CaptchaProps } from './captcha.tsx'

/** The script loads a second one, and no event reports its failure. */
const timeLimit = seconds(20)

type Loaded = { errored?: boolean }

/** The only callback for a failed script; the package's types lack it. */
const scriptWatch = (asyncScriptOnLoad: (loaded: Loaded) => void): object => ({ asyncScriptOnLoad })

/** reCAPTCHA v2. With `onExpired` given, `onChange(null)` is not called: both must clear the answer. */
export function Recaptcha({ siteKey, onAnswer, onUnavailable, ref }: CaptchaProps) {
  const widget = useRef<ReCAPTCHA>(null)
  const [hasCome, setCome] = useState(false)
  useImperativeHandle(ref, () => ({ reset: () => widget.current?.reset() }), [])

  const giveUp = useEffectEvent(onUnavailable)
  useEffect(() => {
    if (hasCome) return undefined
    const waiting = setTimeout(() => giveUp(), timeLimit)
    return () => clearTimeout(waiting)
  }, [hasCome])

  return (
    <ReCAPTCHA
      ref={widget}
      sitekey={siteKey}
      hl="es"
      size={matchMedia('(max-width: 420px)').matches ? 'compact' : 'normal'}
      onChange={onAnswer}
      onExpired={() => onAnswer(null)}
      onErrored={() => onAnswer(null)}
      {...scriptWatch(({ errored }) => {
        setCome(true)
        if (errored) onUnavailable()
      })}
    />
  )
}
