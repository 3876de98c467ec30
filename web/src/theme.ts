import { useSyncExternalStore } from 'react'
import { keys } from './session.ts'

/** Specification, section 3; the labels are those of the profile page. */
export const themes = { classic: 'Clásico', light: 'Claro', dark: 'Oscuro' } as const
export type Theme = keyof typeof themes

const isTheme = (name: string | null): name is Theme => name !== null && Object.hasOwn(themes, name)
const listeners = new Set<() => void>()

/** The theme of the stored key; `classic` when there is none, or none that we know. */
export function theme(): Theme {
  try {
    const stored = localStorage.getItem(keys.theme)
    return isTheme(stored) ? stored : 'classic'
  } catch {
    return 'classic'
  }
}

const wear = (name: Theme) => {
  document.body.classList.remove(...Object.keys(themes).map((other) => `theme-${other}`))
  document.body.classList.add(`theme-${name}`)
}

/** Takes effect at once, also where it cannot be stored. */
export function chooseTheme(name: Theme): void {
  wear(name)
  try {
    localStorage.setItem(keys.theme, name)
  } catch {
    // It lasts for this visit then.
  }
  listeners.forEach((listener) => listener())
}

/** Wears what another tab chooses. */
export const followTheme = (): void =>
  addEventListener('storage', ({ key }) => {
    if (key !== keys.theme && key !== null) return
    wear(theme())
    listeners.forEach((listener) => listener())
  })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme, () => 'classic')
