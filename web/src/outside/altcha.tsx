/// <reference types="altcha/types/react" />
import 'altcha/external'
import 'altcha/altcha.css'
import 'altcha/i18n/es-es'
import workerAddress from 'altcha/workers/pbkdf2?worker&url'
import { useImperativeHandle, useRef } from 'react'
import type { CaptchaProps } from './captcha.tsx'

type Policy = { createScriptURL(address: string): string }
type Factory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

/** Allows only our own worker: `new Worker(address)` is a Trusted Types sink. */
const policy = factory?.createPolicy('captcha', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError('not our own script')
    return address
  },
})

const trustedScript = (address: string): string => policy?.createScriptURL(address) ?? address

// The footer is an HTML string, which Trusted Types refuse; set before the first widget.
$altcha.defaults.set({ hideFooter: true, hideLogo: true })
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Worker(trustedScript(workerAddress)))

type Widget = HTMLElement & { reset(): void }
type StateChange = CustomEvent<{ state: string; payload?: string | null }>

/** Proof of work in the browser: no third party, no puzzle. */
export function Altcha({ onAnswer, isAutomatic, ref }: CaptchaProps) {
  const widget = useRef<Widget>(null)
  useImperativeHandle(ref, () => ({ reset: () => widget.current?.reset() }), [])
  const listener = {
    // Every other state (expired, error, verifying again) clears the answer.
    onstatechange: ({ detail: { state, payload } }: StateChange) =>
      onAnswer(state === 'verified' && payload ? payload : null),
  }
  return (
    <altcha-widget
      ref={widget}
      challenge="/captcha/challenge"
      language="es-es"
      auto={isAutomatic ? 'onload' : 'off'}
      {...listener}
    />
  )
}
