import type { Config } from '@lacre/letter/calls.ts'
import type { ComponentType } from 'react'
import { Chunk } from '../chunk.tsx'
import type { SocialButtonProps } from './social-button-props.ts'

type Kind = Exclude<Config['social']['kind'], 'none'>

const buttons = {
  google: () => import('./google-button.tsx').then(({ GoogleButton }) => GoogleButton),
  sandbox: () => import('./sandbox-button.tsx').then(({ SandboxButton }) => SandboxButton),
} satisfies Record<Kind, () => Promise<ComponentType<SocialButtonProps>>>

/** The sign-in button of the provider the server uses; its script is loaded here and nowhere else. */
export const SocialButton = ({ kind, ...props }: { kind: Kind } & SocialButtonProps) => (
  <Chunk load={buttons[kind]} props={props} onBroken={props.onBroken} />
)
