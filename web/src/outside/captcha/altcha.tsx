import 'altcha/external'
import 'altcha/altcha.css'
import 'altcha/i18n/es-es'
import workerAddress from 'altcha/workers/pbkdf2?worker&url'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import type { CaptchaProps } from './captcha-props.ts'
import { trustedScript } from './trusted-script.ts'

// Its footer is HTML text, which Trusted Types refuse; set before a widget is made, so that it is never drawn.
$altcha.defaults.set({ hideFooter: true, hideLogo: true })
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Worker(trustedScript(workerAddress)))

type Widget = HTMLElement & { reset(): void }
type StateChange = CustomEvent<{ state: string; payload?: string | null }>

/** Proof of work in the visitor's own browser: no third party, no puzzle. */
export function Altcha({ onAnswer, ref }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<Widget>(null)
  const answered = useEffectEvent(onAnswer)

  useEffect(() => {
    const made = document.createElement('altcha-widget') as Widget
    made.setAttribute('challenge', '/captcha/challenge')
    made.setAttribute('language', 'es-es')
    // Every other state (expired, error, verifying again) takes the answer back.
    made.addEventListener('statechange', (event) => {
      const { state, payload } = (event as StateChange).detail
      answered(state === 'verified' && payload ? payload : null)
    })
    place.current?.append(made)
    widget.current = made
    return () => made.remove()
  }, [])

  useImperativeHandle(ref, () => ({ reset: () => widget.current?.reset() }), [])
  return <div ref={place} />
}
