import type { Config } from '@lacre/letter/calls.ts'
import type { ComponentType } from 'react'
import { Chunk } from './chunk.tsx'

const apps =
  /\bFB(?:AN|AV|_IAB)\b|Instagram|Line\/|musical_ly|Bytedance|LinkedInApp|Snapchat|MicroMessenger|; wv\)/
/** An iOS web view: real browsers have `Safari/` in their user agent. */
const viewOfApple = /\((?:iPhone|iPad|iPod)\b(?!.*\bSafari\/)/

/** An in-app browser, where Google refuses sign-in (403 disallowed_useragent). */
export const isInsideApp = (userAgent: string): boolean => apps.test(userAgent) || viewOfApple.test(userAgent)

export type SocialButtonProps = {
  clientId: string
  purpose: 'login' | 'register'
  /** The credential must carry it, so that only the browser with its secret can use it. */
  nonce: string
  onCredential: (credential: string) => void
  /** The provider gave no credential. */
  onMissing: () => void
  /** The provider's script or button failed. */
  onBroken: () => void
}

type Kind = Exclude<Config['social']['kind'], 'none'>

const buttons = {
  google: () => import('./google-button.tsx').then(({ GoogleButton }) => GoogleButton),
  sandbox: () => import('./sandbox-button.tsx').then(({ SandboxButton }) => SandboxButton),
} satisfies Record<Kind, () => Promise<ComponentType<SocialButtonProps>>>

/** The sign-in button of the configured provider; only here its script is loaded. */
export const SocialButton = ({ kind, ...props }: { kind: Kind } & SocialButtonProps) =>
  isInsideApp(navigator.userAgent) ? null : (
    <Chunk load={buttons[kind]} props={props} onBroken={props.onBroken} />
  )
