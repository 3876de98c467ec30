import type { Config } from '@lacre/letter/calls.ts'
import type { ComponentType } from 'react'
import { Chunk } from './chunk.tsx'

const apps =
  /\bFB(?:AN|AV|_IAB)\b|Instagram|Line\/|musical_ly|Bytedance|LinkedInApp|Snapchat|MicroMessenger|; wv\)/
/** Safari and what else may open windows of its own say so. */
const viewOfApple = /\((?:iPhone|iPad|iPod)\b(?!.*\bSafari\/)/

/** A browser inside another app, where Google refuses to sign anybody in (403 disallowed_useragent). */
export const isInsideApp = (userAgent: string): boolean => apps.test(userAgent) || viewOfApple.test(userAgent)

export type SocialButtonProps = {
  clientId: string
  purpose: 'login' | 'register'
  /** What the credential must carry: only the browser that holds its secret can use it. */
  nonce: string
  onCredential: (credential: string) => void
  /** The provider gave no credential. */
  onMissing: () => void
  /** The provider's script, or its button, could not be set up. */
  onBroken: () => void
}

type Kind = Exclude<Config['social']['kind'], 'none'>

const buttons = {
  google: () => import('./google-button.tsx').then(({ GoogleButton }) => GoogleButton),
  sandbox: () => import('./sandbox-button.tsx').then(({ SandboxButton }) => SandboxButton),
} satisfies Record<Kind, () => Promise<ComponentType<SocialButtonProps>>>

/** The sign-in button of the provider the server uses; its script is loaded here and nowhere else. */
export const SocialButton = ({ kind, ...props }: { kind: Kind } & SocialButtonProps) =>
  isInsideApp(navigator.userAgent) ? null : (
    <Chunk load={buttons[kind]} props={props} onBroken={props.onBroken} />
  )
