import type { Config } from '@lacre/letter/calls.ts'
import { type ComponentType, type Ref, useRef, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { useConfig } from '../use-config.ts'
import styles from './captcha.module.css'
import { Chunk } from './chunk.tsx'

type CaptchaHandle = { reset(): void }
export type CaptchaProps = {
  siteKey: string
  /** The answer of a solved captcha, or null when it is no longer (or not yet) worth anything. */
  onAnswer: (answer: string | null) => void
  onUnavailable: () => void
  /** It begins by itself, where it needs nobody for that. */
  isAutomatic?: boolean
  ref?: Ref<CaptchaHandle>
}

const widgets = {
  altcha: () => import('./altcha.tsx').then(({ Altcha }) => Altcha),
  recaptcha: () => import('./recaptcha.tsx').then(({ Recaptcha }) => Recaptcha),
} satisfies Record<Config['captcha']['kind'], () => Promise<ComponentType<CaptchaProps>>>

/** The captcha of a form: what `Captcha` is given, and its answer, which is worth one attempt (specification, section 4). */
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
 * The captcha that the server names, once it is there. Its script is loaded here, on demand, and nowhere else
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
