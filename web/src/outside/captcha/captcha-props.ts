import type { Ref } from 'react'

export type CaptchaHandle = { reset(): void }
export type CaptchaProps = {
  siteKey: string
  /** The answer of a solved captcha, or null when it is no longer (or not yet) worth anything. */
  onAnswer: (answer: string | null) => void
  onUnavailable: () => void
  /** It begins by itself, where it needs nobody for that. */
  isAutomatic?: boolean
  ref?: Ref<CaptchaHandle>
}
