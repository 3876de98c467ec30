import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

/** A button of the toolbar; pressing it leaves the selection in the letter where it is. */
export function ToolButton({
  name,
  face,
  onPress,
  isPressed,
  isExpanded,
  controls,
  isOff = false,
  keys,
  isTabStop = false,
}: {
  name: string
  face: ReactNode
  onPress: () => void
  isPressed?: boolean
  isExpanded?: boolean
  controls?: string
  isOff?: boolean
  keys?: string
  isTabStop?: boolean
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? controls : undefined}
      aria-disabled={isOff || undefined}
      aria-keyshortcuts={keys}
      tabIndex={isTabStop ? 0 : -1}
      // Not out of a field of the tools: what is written there is taken when the focus leaves it.
      onMouseDown={(event) => document.activeElement instanceof HTMLInputElement || event.preventDefault()}
      onClick={() => !isOff && onPress()}
    >
      {face}
    </button>
  )
}
