import { useSyncExternalStore } from 'react'
import { createListeners, keys, read, watchOtherTabs, write } from './storage.ts'

/** Specification, section 3; the labels are those of the profile page. */
export const themes = { classic: 'Clásico', light: 'Claro', dark: 'Oscuro' } as const
type Theme = keyof typeof themes

const isTheme = (name: string | null): name is Theme => name !== null && Object.hasOwn(themes, name)
const { notify, subscribe } = createListeners()

/** The stored theme; `classic` when absent or unknown. */
export function theme(): Theme {
  const stored = read(keys.theme)
  return isTheme(stored) ? stored : 'classic'
}

const apply = (name: Theme) => {
  document.body.classList.remove(...Object.keys(themes).map((other) => `theme-${other}`))
  document.body.classList.add(`theme-${name}`)
}

/** Applies at once; without storage for this visit only. */
export function chooseTheme(name: Theme): void {
  apply(name)
  write(keys.theme, name)
  notify()
}

/** Follows the choice of another tab. */
export const followTheme = (): void =>
  void watchOtherTabs([keys.theme], () => {
    apply(theme())
    notify()
  })

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme, () => 'classic')
