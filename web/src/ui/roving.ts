import type { KeyboardEvent } from 'react'

/**
 * Arrows, Home and End inside a toolbar, with one tab stop for the group (APG).
 * Give it as onKeyDown; the group's first control has tabIndex 0, the others -1.
 */
export const roving = (selector: string) => (event: KeyboardEvent<HTMLElement>) => {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const here = controls.indexOf(document.activeElement as HTMLElement)
  const steps: Record<string, number> = {
    ArrowRight: here + 1,
    ArrowLeft: here - 1,
    Home: 0,
    End: controls.length - 1,
  }
  const step = steps[event.key]
  if (here < 0 || step === undefined) return

  event.preventDefault()
  const to = controls.at(step % controls.length)
  for (const control of controls) control.tabIndex = control === to ? 0 : -1
  to?.focus()
}
