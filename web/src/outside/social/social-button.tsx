import type { Config } from '@lacre/letter/calls.ts'
import { useEffect, useState, type ComponentType } from 'react'
import type { SocialButtonProps } from './social-button-props.ts'

type Kind = Exclude<Config['social']['kind'], 'none'>

const buttons = {
  google: () => import('./google-button.tsx').then(({ GoogleButton }) => GoogleButton),
  sandbox: () => import('./sandbox-button.tsx').then(({ SandboxButton }) => SandboxButton),
} satisfies Record<Kind, () => Promise<ComponentType<SocialButtonProps>>>

/** The sign-in button of the provider the server uses; its script is loaded here and nowhere else. */
export function SocialButton({ kind, ...props }: { kind: Kind } & SocialButtonProps) {
  const [Shown, setShown] = useState<ComponentType<SocialButtonProps>>()
  const { onBroken } = props

  useEffect(() => {
    buttons[kind]().then((loaded) => setShown(() => loaded), onBroken)
    // The provider does not change while the page is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [kind])

  return Shown && <Shown {...props} />
}
