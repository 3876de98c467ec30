import { seconds } from '@lacre/letter/duration.ts'
import { useEffect, useImperativeHandle, useRef } from 'react'
import ReCAPTCHA from 'react-google-recaptcha'
import type { CaptchaProps } from './captcha-props.ts'

/** The script that is loaded loads another; if that one does not come, nothing tells us. */
const timeLimit = seconds(20)

type Loaded = { errored?: boolean }

/** Only this is called when the script does not come; the package's types leave it out. */
const scriptWatch = (asyncScriptOnLoad: (loaded: Loaded) => void): object => ({ asyncScriptOnLoad })

/** reCAPTCHA v2. With `onExpired` given, `onChange(null)` is not called: both must clear the answer. */
export function Recaptcha({ siteKey, onAnswer, onUnavailable, ref }: CaptchaProps) {
  const widget = useRef<ReCAPTCHA>(null)
  const hasCome = useRef(false)
  useImperativeHandle(ref, () => ({ reset: () => widget.current?.reset() }), [])

  useEffect(() => {
    const waiting = setTimeout(() => hasCome.current || onUnavailable(), timeLimit)
    return () => clearTimeout(waiting)
    // Once: the wait begins when the widget is asked for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

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
        hasCome.current = true
        if (errored) onUnavailable()
      })}
    />
  )
}
