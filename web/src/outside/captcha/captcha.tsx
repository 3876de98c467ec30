import type { Config } from '@lacre/letter/calls.ts'
import { useState, type ComponentType, type Ref } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { Chunk } from '../chunk.tsx'
import type { CaptchaHandle, CaptchaProps } from './captcha-props.ts'
import styles from './captcha.module.css'

const widgets = {
  altcha: () => import('./altcha.tsx').then(({ Altcha }) => Altcha),
  recaptcha: () => import('./recaptcha.tsx').then(({ Recaptcha }) => Recaptcha),
} satisfies Record<Config['captcha']['kind'], () => Promise<ComponentType<CaptchaProps>>>

/**
 * The captcha that `config` names, once it is there. Its script is loaded here, on demand, and nowhere else
 * (specification, section 7).
 */
export function Captcha({
  config,
  ...props
}: {
  config: Config | 'unknown' | undefined
  onAnswer: CaptchaProps['onAnswer']
  isAutomatic?: boolean
  ref?: Ref<CaptchaHandle>
}) {
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
