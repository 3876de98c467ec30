import type { Config } from '@lacre/letter/calls.ts'
import { type ComponentType, type Ref, useRef, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { useConfig } from '../use-config.ts'
import styles from './captcha.module.css'
import { Chunk } from './chunk.tsx'

type CaptchaHandle = { reset(): void }
export type CaptchaProps = {
  siteKey: string
  /** The answer of a solved captcha; null while there is none or it has expired. */
  onAnswer: (answer: string | null) => void
  onUnavailable: () => void
  /** Starts without a press, where the widget can. */
  isAutomatic?: boolean
  ref?: Ref<CaptchaHandle>
}

const widgets = {
  altcha: () => import('./altcha.tsx').then(({ Altcha }) => Altcha),
  recaptcha: () => import('./recaptcha.tsx').then(({ Recaptcha }) => Recaptcha),
} satisfies Record<Config['captcha']['kind'], () => Promise<ComponentType<CaptchaProps>>>

/** The captcha of a form: props for `Captcha`, and its answer, valid for one attempt (specification, section 4). */
export function useCaptcha() {
  const widget = useRef<CaptchaHandle>(null)
  const [answer, setAnswer] = useState<string | null>(null)
  function reset() {
    widget.current?.reset()
    setAnswer(null)
  }
  return { answer, reset, given: { ref: widget, onAnswer: setAnswer } }
}

/**
 * The captcha of the configured provider. Only here its script is loaded, on demand
 * (specification, section 7).
 */
export function Captcha(props: Pick<CaptchaProps, 'onAnswer' | 'isAutomatic' | 'ref'>) {
  const config = useConfig()
  const [isUnavailable, setUnavailable] = useState(false)
  const onUnavailable = () => setUnavailable(true)
  if (isUnavailable || config === 'unknown')
    return (
      <Notice kind="error">
        No se ha podido cargar la verificación. Compruebe su conexión y recargue la página.
      </Notice>
    )
  return (
    <div className={styles.place}>
      {config && (
        <Chunk
          load={widgets[config.captcha.kind]}
          props={{ ...props, siteKey: config.captcha.siteKey ?? '', onUnavailable }}
          onBroken={onUnavailable}
        />
      )}
    </div>
  )
}
