import type { Config } from '@lacre/letter/calls.ts'
import { useEffect, useState, type ComponentType, type Ref } from 'react'
import { Notice } from '../../ui/notice.tsx'
import type { CaptchaHandle, CaptchaProps } from './captcha-props.ts'
import styles from './captcha.module.css'

const widgets = {
  altcha: () => import('./altcha.tsx').then(({ Altcha }) => Altcha),
  recaptcha: () => import('./recaptcha.tsx').then(({ Recaptcha }) => Recaptcha),
} satisfies Record<Config['captcha']['kind'], () => Promise<ComponentType<CaptchaProps>>>

/** The captcha the server uses. Its script is loaded here, on demand, and nowhere else (specification, section 7). */
export function Captcha({
  config,
  onAnswer,
  ref,
}: {
  config: Config['captcha']
  onAnswer: CaptchaProps['onAnswer']
  ref?: Ref<CaptchaHandle>
}) {
  const [Widget, setWidget] = useState<ComponentType<CaptchaProps>>()
  const [isUnavailable, setUnavailable] = useState(false)
  const fail = () => setUnavailable(true)
  const { kind, siteKey } = config

  useEffect(() => {
    widgets[kind]().then(
      (loaded) => setWidget(() => loaded),
      () => setUnavailable(true),
    )
  }, [kind])

  if (isUnavailable)
    return (
      <Notice kind="error">
        No se ha podido cargar la verificación. Compruebe su conexión y recargue la página.
      </Notice>
    )
  return (
    <div className={styles.place}>
      {Widget && <Widget siteKey={siteKey ?? ''} onAnswer={onAnswer} onUnavailable={fail} ref={ref} />}
    </div>
  )
}
