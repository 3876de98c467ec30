import type { Config } from '@lacre/letter/calls.ts'
import { useEffect, useState, type ComponentType } from 'react'

export type SocialButtonProps = {
  clientId: string
  purpose: 'login' | 'register'
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

/** The sign-in button of the provider the house uses; its script is loaded here and nowhere else. */
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
