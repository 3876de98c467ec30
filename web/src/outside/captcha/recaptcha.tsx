import { useImperativeHandle, useRef } from 'react'
import ReCAPTCHA from 'react-google-recaptcha'
import type { CaptchaProps } from './captcha.tsx'

/** A script that does not come is told here only; the package's types say nothing of it. */
const scriptWatch = (onUnavailable: () => void): object => ({
  asyncScriptOnLoad: ({ errored }: { errored?: boolean }) => errored && onUnavailable(),
})

/** reCAPTCHA v2. With `onExpired` given, `onChange(null)` is not called: both must clear the answer. */
export function Recaptcha({ siteKey, onAnswer, onUnavailable, ref }: CaptchaProps) {
  const widget = useRef<ReCAPTCHA>(null)
  useImperativeHandle(ref, () => ({ reset: () => widget.current?.reset() }), [])
  return (
    <ReCAPTCHA
      ref={widget}
      sitekey={siteKey}
      hl="es"
      onChange={onAnswer}
      onExpired={() => onAnswer(null)}
      onErrored={() => onAnswer(null)}
      {...scriptWatch(onUnavailable)}
    />
  )
}
